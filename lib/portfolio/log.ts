import { z } from "zod"
import { deployment } from "@/lib/chain/deployment"
import { pool } from "@/lib/db/client"
import { ROWS_PER_BLOCK } from "@/lib/db/row-ids"
import { outcomeName } from "@/lib/markets/words"
import { type Change, findChanges } from "./changes"
import { emptyPortfolio, kindOf, type MarketMove, sharesKey, take } from "./math"
import { type LogEntry, logSources } from "./schema"

type LogPage = { data: LogEntry[]; total: number }

/** What changed a wallet's balances, newest first: every transaction with what moved and what came of it. */
export async function findLog(
  wallet: string,
  { page, limit }: { page: number; limit: number },
): Promise<LogPage | null> {
  const changes = await findChanges(wallet)
  if (!changes) return null
  const account = emptyPortfolio()
  const results = changes.map((change) => take(account, change))
  const end = changes.length - (page - 1) * limit
  const start = Math.max(0, end - limit)
  const shown = changes.slice(start, Math.max(start, end))
  const [names, hashes, sources, markets] = await Promise.all([
    findNames(shown.flatMap(movedOf).map(({ token }) => token)),
    findHashes(shown.map(({ id }) => id)),
    findSources(
      wallet,
      shown.filter(isMoved).map(({ id }) => id),
    ),
    findQuestions(shown.flatMap(({ market = [] }) => market.map(({ token }) => token))),
  ])
  const { usdb } = deployment()
  const data = shown.map((change, index) => ({
    id: change.id,
    txHash: hashes.get(change.id) ?? "",
    time: new Date(change.time * 1000),
    kind: nameOf(change) ?? stakeOf(change) ?? sources.get(change.id) ?? kindOf(change),
    market: marketOf(change, markets),
    moves: [
      ...(change.market ?? []).flatMap((move) => sharesOf(move, markets)),
      ...movedOf(change).map(({ token, amount }) => ({
        token,
        symbol: names.get(token) ?? "",
        amount,
      })),
      ...(change.cash === 0n ? [] : [{ token: usdb, symbol: "USDB", amount: change.cash }]),
    ],
    realised: results[start + index] ?? 0n,
  }))
  return { data: data.reverse(), total: changes.length }
}

const movedOf = ({ deltas, stakes = [] }: Change) => [...deltas, ...stakes]

/** Came or went without a price; who paid or was paid is worth a look. */
const isMoved = (change: Change) =>
  !change.market && !change.stakes && ["received", "sent"].includes(kindOf(change))

/** What it was about, where it was about a prediction market. */
const nameOf = ({ market = [] }: Change) => market[0]?.kind

function stakeOf({ stakes = [] }: Change): LogEntry["kind"] | undefined {
  const [stake] = stakes
  return stake && (stake.amount < 0n ? "staked" : "unstaked")
}

type Question = { address: string; name: string; options: string[] }

function marketOf({ market = [] }: Change, questions: ReadonlyMap<string, Question>) {
  const question = questions.get(market[0]?.token ?? "")
  return question ? { address: question.address, name: question.name } : null
}

function sharesOf({ token, outcome, shares }: MarketMove, questions: Map<string, Question>) {
  if (outcome === null || shares === 0n) return []
  const symbol = outcomeName(questions.get(token)?.options ?? [], outcome)
  return [{ token: sharesKey(token, outcome), symbol, amount: shares }]
}

async function findQuestions(tokens: readonly string[]): Promise<Map<string, Question>> {
  if (tokens.length === 0) return new Map()
  const { rows } = await pool().query<Question>(
    `select m.token as address, t.name, m.options from market m join token t on t.address = m.token
    where m.token = any($1::text[])`,
    [tokens],
  )
  return new Map(rows.map((row) => [row.address, row]))
}

async function findNames(tokens: readonly string[]): Promise<Map<string, string>> {
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

const source = z.object({ id: z.string(), source: z.enum(logSources).nullable() })

/** Rows of a transaction's block: their ids begin with its number. */
const OF_TX = (row: string) =>
  `${row}.id >= asked.id / ${ROWS_PER_BLOCK} * ${ROWS_PER_BLOCK}
    and ${row}.id < (asked.id / ${ROWS_PER_BLOCK} + 1) * ${ROWS_PER_BLOCK}
    and ${row}.tx_id = asked.id`

/** A token's contract pays USDB out only to those who claim their rewards. */
const SOURCES = `
  select asked.id::text, case
    when exists (select 1 from faucet_claim f where f."user" = $1 and ${OF_TX("f")}) then 'faucet'
    when exists (
      select 1 from transfer t join token on token.address = t."from"
      where t."to" = $1 and t.token = $3 and ${OF_TX("t")}
    ) then 'reward'
    when exists (
      select 1 from transfer t
      where t."to" = $1 and t."from" = $4 and t.token = $3 and ${OF_TX("t")}
    ) then 'tax' end as source
  from unnest($2::bigint[]) as asked (id)`

/** Where what was received came from, if the exchange itself has paid it. */
async function findSources(wallet: string, ids: readonly string[]) {
  const { usdb, taxes } = deployment()
  const { rows } = await pool().query(SOURCES, [wallet, ids, usdb, taxes])
  return new Map(
    source
      .array()
      .parse(rows)
      .map(({ id, source: from }) => [id, from]),
  )
}
