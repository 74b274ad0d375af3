import type { List } from "../../client/pages"
import type { StreamEvent } from "../../client/stream"
import type { components } from "../../client/types"
import { type Context, requireWallet } from "../context"
import { UsageError } from "../exit-codes"
import { clean, formatTable } from "../output"

export type ListOptions = { search?: string; limit?: string }

const readCount = (text: string | undefined, fallback: number) => {
  if (text === undefined) return fallback
  if (!/^[1-9]\d{0,6}$/.test(text)) throw new UsageError(`${text} is not a number of rows`)
  return Number(text)
}

const PAGE = 100

/** The first rows of a list, over as many pages as it takes. */
async function take<Query, Page, Row>(list: List<Query, Page, Row>, count: number): Promise<Row[]> {
  const rows: Row[] = []
  for await (const row of list) {
    rows.push(row)
    if (rows.length >= count) break
  }
  return rows
}

type Summary = components["schemas"]["TokenSummary"]

export async function listTokens(context: Context, options: ListOptions) {
  await list(context, options, ({ symbol, name, address }) => ({ symbol, name, address }), "false")
}

export async function listMarkets(context: Context, options: ListOptions) {
  const toRow = ({ symbol, name, predictionStatus, address }: Summary) => ({
    ...{ symbol, question: name, status: predictionStatus, address },
  })
  await list(context, options, toRow, "true")
}

async function list(
  context: Context,
  { search, limit }: ListOptions,
  toRow: (token: Summary) => Record<string, string | null>,
  isPrediction: "true" | "false",
) {
  const count = readCount(limit, 20)
  const query = { isPrediction, limit: Math.min(count, PAGE), ...(search && { search }) }
  const rows = await take(context.atoll.tokens.list(query), count)
  context.print(rows, () => formatTable(rows.map(toRow), "Nothing was found."))
}

/** What a wallet has: USDB, tokens, debts and shares. */
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

/** Prints rows as they come; as JSON each in a line of its own. */
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
