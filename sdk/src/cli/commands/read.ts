import type { List } from "../../client/pages"
import type { StreamEvent } from "../../client/stream"
import type { components } from "../../client/types"
import { type Context, requireWallet } from "../context"
import { UsageError } from "../exit-codes"
import { clean, formatTable } from "../output"

export type ListOptions = { search?: string; limit?: string; sort?: string; status?: string }

const readCount = (text: string | undefined, fallback: number) => {
  if (text === undefined) return fallback
  if (!/^[1-9]\d{0,6}$/.test(text)) throw new UsageError(`${text} is not a number of rows`)
  return Number(text)
}

const PAGE = 100

/** The first rows of a list, from as many pages as needed. */
async function take<Query, Page, Row>(list: List<Query, Page, Row>, count: number): Promise<Row[]> {
  const rows: Row[] = []
  for await (const row of list) {
    rows.push(row)
    if (rows.length >= count) break
  }
  return rows
}

type ListRow = components["schemas"]["TokenListRow"]

export async function listTokens(context: Context, options: ListOptions) {
  const toRow = ({ symbol, name, address, metrics }: ListRow) => ({
    ...{
      symbol,
      name,
      price: round(metrics?.priceUsd),
      liquidity: toDollars(metrics?.liquidityUSD),
    },
    ...{ "24h volume": toDollars(metrics?.dayVolumeUSD), address },
  })
  await list(context, options, toRow, false)
}

export async function listMarkets(context: Context, options: ListOptions) {
  const toRow = ({ symbol, name, predictionStatus, address, metrics }: ListRow) => ({
    ...{ symbol, question: name, status: predictionStatus, outcomes: describeOutcomes(metrics) },
    ...{
      ends: metrics?.endTime?.slice(0, 16) ?? "",
      "24h volume": toDollars(metrics?.dayVolumeUSD),
    },
    address,
  })
  await list(context, options, toRow, true)
}

const toDollars = (usd: number | null | undefined) => usd?.toFixed(2) ?? ""

const round = (price: string | null | undefined) =>
  price ? `${Number(Number(price).toPrecision(5))}` : ""

const MOST_OUTCOMES = 3

/** Numbers, names and chances of the likeliest outcomes. */
function describeOutcomes(metrics: ListRow["metrics"]) {
  const outcomes = (metrics?.outcomes ?? []).toSorted((a, b) => b.probability - a.probability)
  const leading = outcomes
    .slice(0, MOST_OUTCOMES)
    .map(({ index, name, probability }) => `${index} ${name} ${Math.round(probability * 100)}%`)
  return [...leading, ...(outcomes.length > MOST_OUTCOMES ? ["…"] : [])].join(", ")
}

const SORTS = ["newest", "oldest", "volume", "liquidity", "ending"] as const

const STATUSES = [
  ...(["active", "awaiting_proposal", "proposed", "proposed_closed", "voting"] as const),
  ...(["veto_window", "vetoed", "disputed", "resolved", "invalidated"] as const),
]

function choose<T extends string>(option: string, text: string, choices: readonly T[]): T {
  const choice = choices.find((each) => each === text)
  if (!choice) throw new UsageError(`${option} must be one of ${choices.join(", ")}`)
  return choice
}

async function list(
  context: Context,
  { search, limit, sort, status }: ListOptions,
  toRow: (token: ListRow) => Record<string, string | null>,
  isPrediction: boolean,
) {
  const count = readCount(limit, 20)
  const query = {
    ...{ isPrediction, metrics: true, limit: Math.min(count, PAGE) },
    sort: choose("--sort", sort ?? "volume", SORTS),
    ...(search && { search }),
    ...(status && { status: choose("--status", status, STATUSES) }),
  }
  const rows = await take(context.atoll.tokens.list(query), count)
  context.print(rows, () => formatTable(rows.map(toRow), "Nothing was found."))
}

/** A wallet's assets: USDB, tokens, debts and shares. */
export async function showPortfolio(context: Context, named: string | undefined) {
  const wallet = requireWallet(context, named)
  const { holdings, positions } = context.atoll.portfolio
  const [assets, shares] = await Promise.all([holdings(wallet), positions(wallet)])
  context.print({ wallet, holdings: assets, positions: shares }, () => {
    const rows = assets.map((each) => ({
      ...{ kind: each.kind, asset: each.symbol, amount: each.amount || each.debt_usdb },
      ...{ usd: each.value_usd, expires: each.expires },
    }))
    const shareRows = shares.map((each) => ({
      ...{ market: each.market, outcome: each.outcome_name, shares: each.shares },
      ...{ value: each.value_usdb, redeemable: each.market_redeemable_usdb },
    }))
    return `${formatTable(rows, "No assets.")}\n${formatTable(shareRows, "No shares.")}`
  })
}

export type WatchOptions = { after?: string; count?: string }

/** Prints rows as they arrive; as JSON, one per line. */
export async function watch(context: Context, topics: readonly string[], options: WatchOptions) {
  const most = readCount(options.count, Number.POSITIVE_INFINITY)
  let seen = 0
  const after = options.after === undefined ? {} : { after: options.after }
  for await (const event of context.atoll.stream(topics, after)) {
    context.print(event, () => `${event.id}  ${event.event}  ${summarize(event)}\n`)
    if (++seen >= most) break
  }
}

const summarize = ({ data }: StreamEvent) => clean(JSON.stringify(data)).slice(0, 160)
