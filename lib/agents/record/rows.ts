import { sql } from "kysely"
import { db } from "@/lib/db/client"
import { hexText } from "@/lib/db/codecs"
import { statement } from "@/lib/db/statement"
import { toOutcomeName } from "@/lib/markets/labels"
import { tradeTypeLabels, tradeTypes } from "@/lib/tokens/trades/constants"
import { assetDetails } from "@/lib/updown/assets"
import { toSide } from "@/lib/updown/constants"
import { listAssetContracts } from "@/lib/updown/contracts"
import { timeframes } from "@/lib/updown/timeframes"
import type { AgentProduct, RecordList } from "./schema"
import { actsOf, decidedMarketsOf, decidedRoundsOf, purchasesOf, tradesOf } from "./sources"

/** A row of the index that a figure of a track record counts. */
export type RecordRow = {
  key: string
  time: Date | null
  /** The transaction, market or round; null for a day. */
  href: string | null
  title: string
  detail: string
  /** USDB in base units. */
  usd: bigint | null
  /** Null where nothing was won or lost. */
  isWon: boolean | null
  /** Of a day. */
  products: readonly AgentProduct[]
}

type Page = { page: number; limit: number }

/** A page of the rows behind a figure, newest first; all pages together add up to the figure. */
export function findRecordRows(
  wallet: string,
  list: RecordList,
  { page, limit }: Page,
): Promise<RecordRow[]> {
  return readers[list]({ wallet, limit, skip: (page - 1) * limit })
}

const parameters = { wallet: "text", limit: "integer", skip: "integer" } as const
type Range = { wallet: string; limit: number; skip: number }

const emptyRow = { href: null, detail: "", usd: null, isWon: null, products: [] } as const

const selectTrades = statement(parameters, ({ wallet, limit, skip }) =>
  db
    .selectFrom(
      tradesOf(wallet)
        .select(["id", "tx_id", "time", "token", "type", "amount_usdc as usd"])
        .as("r"),
    )
    .innerJoin("tx", "tx.id", "r.tx_id")
    .leftJoin("token as t", "t.address", "r.token")
    .select(({ ref }) => [
      ...(["r.id", "r.time", "r.type", "r.usd", "r.token", "t.symbol"] as const),
      hexText(ref("tx.hash")).as("hash"),
    ])
    .orderBy("r.id", "desc")
    .limit(limit)
    .offset(skip),
)

const selectPurchases = statement(parameters, ({ wallet, limit, skip }) =>
  db
    .selectFrom(purchasesOf(wallet).as("r"))
    .innerJoin("tx", "tx.id", "r.tx_id")
    .leftJoin("token as t", "t.address", "r.token")
    .leftJoin("market as m", "m.token", "r.token")
    .select(({ ref }) => [
      ...(["r.id", "r.time", "r.outcome", "r.usdc", "r.token", "t.name", "m.options"] as const),
      hexText(ref("tx.hash")).as("hash"),
    ])
    .orderBy("r.id", "desc")
    .limit(limit)
    .offset(skip),
)

const selectBets = statement(parameters, ({ wallet, limit, skip }) =>
  db
    .selectFrom("updown_bet as r")
    .innerJoin("tx", "tx.id", "r.tx_id")
    .select(({ ref }) => [
      ...(["r.id", "r.time", "r.contract", "r.tf", "r.round_id", "r.side", "r.amount"] as const),
      hexText(ref("tx.hash")).as("hash"),
    ])
    .where("r.wallet", "=", wallet)
    .orderBy("r.id", "desc")
    .limit(limit)
    .offset(skip),
)

const selectMarkets = statement(parameters, ({ wallet, limit, skip }) =>
  db
    .selectFrom(decidedMarketsOf(wallet).as("r"))
    .leftJoin("token as t", "t.address", "r.token")
    .select(["r.token", "r.resolvedAt", "r.isWon", "t.name"])
    .orderBy("r.resolvedAt", "desc")
    .orderBy("r.token")
    .limit(limit)
    .offset(skip),
)

const selectRounds = statement(parameters, ({ wallet, limit, skip }) =>
  decidedRoundsOf(wallet)
    .select(["p.contract", "p.tf", "p.round_id", "p.side", "p.outcome", "p.stake"])
    .select(["p.placed_at", "p.bet_id"])
    .orderBy("p.bet_id", "desc")
    .limit(limit)
    .offset(skip),
)

const selectDays = statement(parameters, ({ wallet, limit, skip }) => {
  const day = sql<string>`(done.time at time zone 'UTC')::date::text`
  return db
    .selectFrom(actsOf(wallet).as("done"))
    .select([
      day.as("day"),
      sql<number>`count(*)::int`.as("acts"),
      sql<AgentProduct[]>`array_agg(distinct done.product)`.as("products"),
    ])
    .groupBy(day)
    .orderBy("day", "desc")
    .limit(limit)
    .offset(skip)
})

const readers: Record<RecordList, (range: Range) => Promise<RecordRow[]>> = {
  trades: async (range) =>
    (await selectTrades(range)).map(({ id, time, type, usd, token, symbol, hash }) => ({
      ...{ ...emptyRow, key: id, time, href: `/tx/${hash}`, title: symbol ?? token },
      detail: tradeTypeLabels[tradeTypes[type] ?? "buy"],
      usd: BigInt(usd),
    })),
  purchases: async (range) =>
    (await selectPurchases(range)).map(
      ({ id, time, outcome, usdc, token, name, options, hash }) => ({
        ...{ ...emptyRow, key: id, time, href: `/tx/${hash}`, title: name ?? token },
        detail: toOutcomeName(options ?? [], outcome),
        usd: BigInt(usdc),
      }),
    ),
  bets: async (range) =>
    (await selectBets(range)).map(({ id, time, contract, tf, round_id, side, amount, hash }) => ({
      ...{ ...emptyRow, key: id, time, href: `/tx/${hash}` },
      title: describeRound({ contract, tf, roundId: round_id }).title,
      detail: sideLabels[toSide(side)],
      usd: BigInt(amount),
    })),
  markets: async (range) =>
    (await selectMarkets(range)).map(({ token, resolvedAt, isWon, name }) => ({
      ...{ ...emptyRow, key: token, time: resolvedAt, href: `/markets/${token}` },
      ...{ title: name ?? token, isWon },
    })),
  rounds: async (range) =>
    (await selectRounds(range)).map((row) => ({
      ...{ ...emptyRow, key: row.bet_id, time: row.placed_at },
      ...describeRound({ contract: row.contract, tf: row.tf, roundId: row.round_id }),
      detail: sideLabels[toSide(row.side)],
      usd: BigInt(row.stake),
      isWon: row.outcome === row.side,
    })),
  days: async (range) =>
    (await selectDays(range)).map(({ day, acts, products }) => ({
      ...{ ...emptyRow, key: day, time: null, title: day },
      detail: `${acts}`,
      products: [...products].sort(),
    })),
}

const sideLabels = { bull: "Up", bear: "Down" }

export function describeRound({
  contract,
  tf,
  roundId,
}: {
  contract: string
  tf: number
  roundId: number
}) {
  const asset = listAssetContracts().find((each) => each.contract === contract)?.asset
  const timeframe = timeframes[tf]
  if (!asset || !timeframe) return { title: `Round ${roundId}`, href: null }
  return {
    title: `${assetDetails[asset].symbol} ${timeframe.label}, round ${roundId}`,
    // A decided round is the first of those before the next one.
    href: `/rounds/${asset}/${timeframe.label}?before=${roundId + 1}`,
  }
}
