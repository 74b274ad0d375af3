import { z } from "zod"
import { getDeployment } from "@/lib/chain/deployment"
import { pool } from "@/lib/db/client"
import { ROWS_PER_BLOCK } from "@/lib/db/row-ids"
import { toOutcomeName } from "@/lib/markets/labels"
import { findHistory, type WalletTransaction } from "./history"
import {
  applyTransaction,
  classifyTransaction,
  createPortfolio,
  type MarketEntry,
  sharesKey,
} from "./math"
import { type ActivityEntry, activitySources } from "./schema"

type ActivityPage = { data: ActivityEntry[]; total: number }

/** What changed a wallet's balances, newest first: every transaction with what moved and what came of it. */
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
      getStakeKind(change) ??
      sources.get(change.id) ??
      classifyTransaction(change),
    market: getMarket(change, markets),
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

const listBalanceChanges = ({ deltas, stakes = [] }: WalletTransaction) => [...deltas, ...stakes]

/** Came or went without a price; who paid or was paid is worth a look. */
const isUnpricedTransfer = (transaction: WalletTransaction) =>
  !transaction.marketEntries &&
  !transaction.stakes &&
  ["received", "sent"].includes(classifyTransaction(transaction))

/** What it was about, where it was about a prediction market. */
const getMarketKind = ({ marketEntries = [] }: WalletTransaction) => marketEntries[0]?.kind

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
  const { rows } = await pool().query<MarketName>(
    `select m.token as address, t.name, m.options from market m join token t on t.address = m.token
    where m.token = any($1::text[])`,
    [tokens],
  )
  return new Map(rows.map((row) => [row.address, row]))
}

async function findSymbols(tokens: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await pool().query<{ address: string; symbol: string }>(
    "select address, symbol from token where address = any($1::text[])",
    [tokens],
  )
  return new Map(rows.map(({ address, symbol }) => [address, symbol]))
}

async function findHashes(ids: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await pool().query<{ id: string; hash: string }>(
    `select id::text, '0x' || encode(hash, 'hex') as hash from tx where id = any($1::bigint[])`,
    [ids],
  )
  return new Map(rows.map(({ id, hash }) => [id, hash]))
}

const sourceRow = z.object({ id: z.string(), source: z.enum(activitySources).nullable() })

/** Rows of a transaction's block: their ids begin with its number. */
const IN_TRANSACTION = (row: string) =>
  `${row}.id >= asked.id / ${ROWS_PER_BLOCK} * ${ROWS_PER_BLOCK}
    and ${row}.id < (asked.id / ${ROWS_PER_BLOCK} + 1) * ${ROWS_PER_BLOCK}
    and ${row}.tx_id = asked.id`

/** A token's contract pays USDB out only to those who claim their rewards. */
const SOURCES = `
  select asked.id::text, case
    when exists (select 1 from faucet_claim f where f."user" = $1 and ${IN_TRANSACTION("f")}) then 'faucet'
    when exists (
      select 1 from transfer t join token on token.address = t."from"
      where t."to" = $1 and t.token = $3 and ${IN_TRANSACTION("t")}
    ) then 'reward'
    when exists (
      select 1 from transfer t
      where t."to" = $1 and t."from" = $4 and t.token = $3 and ${IN_TRANSACTION("t")}
    ) then 'tax' end as source
  from unnest($2::bigint[]) as asked (id)`

/** Where what was received came from, if the exchange itself has paid it. */
async function findSources(wallet: string, ids: readonly string[]) {
  const { usdb, taxes } = getDeployment()
  const { rows } = await pool().query(SOURCES, [wallet, ids, usdb, taxes])
  return new Map(
    sourceRow
      .array()
      .parse(rows)
      .map(({ id, source: from }) => [id, from]),
  )
}
