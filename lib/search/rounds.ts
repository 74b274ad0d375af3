import { type Asset, assetDetails } from "@/lib/updown/assets"
import { listAssetContracts } from "@/lib/updown/contracts"
import { type Timeframe, timeframes } from "@/lib/updown/timeframes"
import type { SearchItem } from "./schema"

/** Shorter beginnings of a name match too much. */
const MIN_LETTERS = 3

/** What people add to an asset. */
const ADDED = ["round", "rounds", "price", "up", "down", "or"]

/** Pages of price rounds for "btc 5m", "bitcoin", "5m rounds": every word has to belong to one. */
export function searchRounds(words: string, limit: number): SearchItem[] {
  const parts = words.toLowerCase().split(/\s+/).filter(Boolean)
  const known = listAssetContracts().map(({ asset }) => asset)
  const isAdded = (word: string) => ADDED.includes(word)
  const isTimeframe = (word: string) => timeframes.some(({ label }) => label === word)
  const named = parts.filter((word) => !isAdded(word) && !isTimeframe(word))
  const isMeant = parts.some((word) => word === "rounds" || !isAdded(word))
  const [name] = named
  if (!isMeant || named.length > 1) return []
  const found = known.filter((asset) => name === undefined || isNamed(asset, name))
  const wanted = timeframes.filter(({ label }) => !parts.some(isTimeframe) || parts.includes(label))
  return found.flatMap((asset) => wanted.map((each) => toItem(asset, each))).slice(0, limit)
}

function isNamed(asset: Asset, word: string) {
  const { symbol, name } = assetDetails[asset]
  const names = [symbol, name].map((each) => each.toLowerCase())
  return word.length >= MIN_LETTERS && names.some((each) => each.startsWith(word))
}

function toItem(asset: Asset, { label }: Timeframe): SearchItem {
  const { symbol, name } = assetDetails[asset]
  return {
    ...{ kind: "rounds", id: `rounds ${asset} ${label}`, href: `/rounds/${asset}/${label}` },
    ...{ title: `${symbol} up or down, ${label}`, asset: name },
  }
}
