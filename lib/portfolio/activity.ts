import { type Expression, sql } from "kysely"
import { getDeployment } from "@/lib/chain/deployment"
import { db } from "@/lib/db/client"
import { hexText } from "@/lib/db/codecs"
import { ROWS_PER_BLOCK } from "@/lib/db/row-ids"
import { toOutcomeName } from "@/lib/markets/labels"
import { toSide } from "@/lib/updown/constants"
import { listAssetContracts } from "@/lib/updown/contracts"
import { findHistory } from "./history"
import {
  applyTransaction,
  classifyTransaction,
  createPortfolio,
  type MarketEntry,
  sharesKey,
  tokenOfKey,
} from "./math"
import type { ActivityEntry, ActivitySource, BetRound } from "./schema"
import type { WalletTransaction } from "./transactions"

type ActivityPage = { data: ActivityEntry[]; total: number }

/** Every transaction of a wallet, newest first, with its balance changes and realised result; null for too long a history. */
export async function findActivity(
  wallet: string,
  { page, limit }: { page: number; limit: number },
): Promise<ActivityPage | null> {
  const transactions = await findHistory(wallet)
  if (!transactions) return null
  const account = createPortfolio()
  const results = transactions.map((transaction) => applyTransaction(account, transaction))
  const end = transactions.length - (page - 1) * limit
  const start = Math.max(0, end - limit)
  const shown = transactions.slice(start, Math.max(start, end))
  const [names, hashes, sources, markets] = await Promise.all([
    findSymbols(shown.flatMap(listBalanceChanges).map(({ token }) => token)),
    findHashes(shown.map(({ id }) => id)),
    findSources(
      wallet,
      shown.filter(isUnpricedTransfer).map(({ id }) => id),
    ),
    findMarketNames(
      shown.flatMap(({ marketEntries = [] }) => marketEntries.map(({ token }) => token)),
    ),
  ])
  const { usdb } = getDeployment()
  const data = shown.map((change, index) => ({
    id: change.id,
    txHash: hashes.get(change.id) ?? "",
    time: new Date(change.time * 1000),
    kind:
      getMarketKind(change) ??
      getBetKind(change) ??
      getStakeKind(change) ??
      change.label ??
      sources.get(change.id) ??
      classifyTransaction(change),
    market: getMarket(change, markets),
    rounds: listRounds(change),
    moves: [
      ...(change.marketEntries ?? []).flatMap((move) => toShareChange(move, markets)),
      ...listBalanceChanges(change).map(({ token, amount }) => ({
        token,
        symbol: names.get(token) ?? "",
        amount,
      })),
      ...(change.cash === 0n ? [] : [{ token: usdb, symbol: "USDB", amount: change.cash }]),
    ],
    realised: results[start + index] ?? 0n,
  }))
  return { data: data.reverse(), total: transactions.length }
}

/** Balance changes by token: transfers of the wallet, and trades that contracts made for it. */
function listBalanceChanges({ deltas, stakes = [], kept = [] }: WalletTransaction) {
  const sums = new Map<string, bigint>()
  for (const { token: key, amount } of [...deltas, ...stakes, ...kept]) {
    const token = tokenOfKey(key) ?? key
    sums.set(token, (sums.get(token) ?? 0n) + amount)
  }
  return [...sums].map(([token, amount]) => ({ token, amount }))
}

/** Received or sent without a price: the source is looked up. */
const isUnpricedTransfer = (transaction: WalletTransaction) =>
  !transaction.marketEntries &&
  !transaction.betEntries &&
  !transaction.stakes &&
  !transaction.label &&
  ["received", "sent"].includes(classifyTransaction(transaction))

/** The kind of its first market entry. */
const getMarketKind = ({ marketEntries = [] }: WalletTransaction) => marketEntries[0]?.kind

/** The kind of the first payout: one press collects won rounds together with refunded ones. */
const getBetKind = ({ betEntries = [] }: WalletTransaction) =>
  (betEntries.find(({ kind }) => kind === "betWon") ?? betEntries[0])?.kind

function listRounds({ betEntries = [] }: WalletTransaction): BetRound[] {
  return betEntries.flatMap(({ contract, tf, roundId, side }) => {
    const asset = listAssetContracts().find((each) => each.contract === contract)?.asset
    return asset ? [{ asset, tf, roundId, side: side === 0 ? null : toSide(side) }] : []
  })
}

function getStakeKind({ stakes = [] }: WalletTransaction): ActivityEntry["kind"] | undefined {
  const [stake] = stakes
  return stake && (stake.amount < 0n ? "staked" : "unstaked")
}

type MarketName = { address: string; name: string; options: string[] }

function getMarket(
  { marketEntries = [] }: WalletTransaction,
  questions: ReadonlyMap<string, MarketName>,
) {
  const question = questions.get(marketEntries[0]?.token ?? "")
  return question ? { address: question.address, name: question.name } : null
}

function toShareChange(
  { token, outcome, shares }: MarketEntry,
  questions: Map<string, MarketName>,
) {
  if (outcome === null || shares === 0n) return []
  const symbol = toOutcomeName(questions.get(token)?.options ?? [], outcome)
  return [{ token: sharesKey(token, outcome), symbol, amount: shares }]
}

async function findMarketNames(tokens: readonly string[]): Promise<Map<string, MarketName>> {
  if (tokens.length === 0) return new Map()
  const rows = await db
    .selectFrom("market as m")
    .innerJoin("token as t", "t.address", "m.token")
    .select(["m.token as address", "t.name", "m.options"])
    .where("m.token", "=", sql<string>`any(${tokens}::text[])`)
    .execute()
  return new Map(rows.map((row) => [row.address, row]))
}

async function findSymbols(tokens: readonly string[]): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom("token")
    .select(["address", "symbol"])
    .where("address", "=", sql<string>`any(${tokens}::text[])`)
    .execute()
  return new Map([
    [getDeployment().staking, "wTIDE"],
    ...rows.map(({ address, symbol }) => [address, symbol] as const),
  ])
}

/** Transaction hashes by row id. */
async function findHashes(ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom("tx")
    .select(({ ref }) => ["id", hexText(ref("hash")).as("hash")])
    .where("id", "=", sql<string>`any(${ids}::bigint[])`)
    .execute()
  return new Map(rows.map(({ id, hash }) => [id, hash]))
}

/** Whether a row belongs to a transaction: its id begins with the number of the transaction's block. */
function isInTransaction(
  requestedId: Expression<string>,
  id: Expression<string>,
  txId: Expression<string>,
) {
  const size = sql.lit(ROWS_PER_BLOCK)
  const first = sql`${requestedId} / ${size} * ${size}`
  return sql<boolean>`${id} >= ${first} and ${id} < ${first} + ${size} and ${txId} = ${requestedId}`
}

/**
 * The part of the platform that paid the wallet, by transaction; only transactions with such a payment. A token's
 * contract sends USDB only to wallets that claim their rewards.
 */
async function findSources(wallet: string, ids: readonly string[]) {
  const { usdb, taxes } = getDeployment()
  const rows = await db
    .selectFrom(sql<{ id: string }>`unnest(${ids}::bigint[])`.as<"asked">(sql`asked (id)`))
    .select((eb) => {
      const { ref, exists, selectFrom } = eb
      const requestedId = ref("asked.id")
      const claim = selectFrom("faucet_claim as f")
        .select("f.id")
        .where("f.user", "=", wallet)
        .where((row) => isInTransaction(requestedId, row.ref("f.id"), row.ref("f.tx_id")))
      const payment = selectFrom("transfer as t")
        .select("t.id")
        .where("t.to", "=", wallet)
        .where("t.token", "=", usdb)
        .where((row) => isInTransaction(requestedId, row.ref("t.id"), row.ref("t.tx_id")))
      const source = eb
        .case()
        .when(exists(claim))
        .then(sql.lit<ActivitySource>("faucet"))
        .when(exists(payment.innerJoin("token", "token.address", "t.from")))
        .then(sql.lit<ActivitySource>("reward"))
        .when(exists(payment.where("t.from", "=", taxes)))
        .then(sql.lit<ActivitySource>("tax"))
        .end()
      return [eb.cast<string>("asked.id", "text").as("id"), source.as("source")]
    })
    .execute()
  return new Map(rows.map(({ id, source }) => [id, source]))
}
