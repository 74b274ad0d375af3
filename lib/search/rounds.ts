import { type Asset, assetDetails } from "@/lib/updown/assets"
import { listAssetContracts } from "@/lib/updown/contracts"
import { type Timeframe, timeframes } from "@/lib/updown/timeframes"
import type { SearchItem } from "./schema"

/** Shorter beginnings of a name match too much. */
const MIN_LETTERS = 3

/** Common names of the assets besides symbol and name, and spellings of the timeframes. */
const otherNames: Partial<Record<Asset, readonly string[]>> = {
  btc: ["xbt"],
  eth: ["ethereum"],
  bnb: ["binance"],
}
const otherLabels: Partial<Record<Timeframe["label"], readonly string[]>> = {
  "5m": ["5min"],
  "15m": ["15min"],
  "1h": ["60m", "hourly"],
  "24h": ["1d", "1day", "daily"],
}

/** Words that people add to an asset. */
const ADDED = ["round", "rounds", "price", "up", "down", "or"]

/**
 * Pages of price rounds for "btc 5m", "bitcoin", "5m rounds": every word must match one. "Rounds" finds the page of
 * all.
 */
export function searchRounds(words: string, limit: number): SearchItem[] {
  const parts = splitWords(words)
  const assets = listAssetContracts().map(({ asset }) => asset)
  const isAdded = (word: string) => ADDED.includes(word)
  const isTimeframe = (word: string) => timeframes.some((each) => isLabelOf(each, word))
  const named = parts.filter((word) => !isAdded(word) && !isTimeframe(word))
  const isMeant = parts.some((word) => word === "rounds" || !isAdded(word))
  const [name] = named
  if (!isMeant || named.length > 1) return []
  const matches = assets.filter((asset) => name === undefined || isNamed(asset, name))
  const frames = timeframes.filter(
    (each) => !parts.some(isTimeframe) || parts.some((word) => isLabelOf(each, word)),
  )
  const items = matches.flatMap((asset) => frames.map((each) => toItem(asset, each)))
  const hasAll = assets.length > 0 && parts.every(isAdded)
  return [...(hasAll ? [ALL_ROUNDS] : []), ...items].slice(0, limit)
}

/** Words by spaces and slashes; "5 min" is one. */
const splitWords = (text: string) =>
  text
    .toLowerCase()
    .replace(/\b(\d+) +(m|min|h|d|day)\b/g, "$1$2")
    .split(/[\s/]+/)
    .filter(Boolean)

const ALL_ROUNDS: SearchItem = {
  ...{ kind: "rounds", id: "rounds", href: "/rounds" },
  ...{ title: "All price rounds", asset: "5 minutes to 24 hours" },
}

const isLabelOf = ({ label }: Timeframe, word: string) =>
  word === label || (otherLabels[label]?.includes(word) ?? false)

function isNamed(asset: Asset, word: string) {
  const { symbol, name } = assetDetails[asset]
  const names = [symbol, name, ...(otherNames[asset] ?? [])].map((each) => each.toLowerCase())
  return word.length >= MIN_LETTERS && names.some((each) => each.startsWith(word))
}

function toItem(asset: Asset, { label }: Timeframe): SearchItem {
  const { symbol, name } = assetDetails[asset]
  return {
    ...{ kind: "rounds", id: `rounds ${asset} ${label}`, href: `/rounds/${asset}/${label}` },
    ...{ title: `${symbol} up or down, ${label}`, asset: name },
  }
}
