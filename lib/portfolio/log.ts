import { deployment } from "@/lib/chain/deployment"
import { db } from "@/lib/db"
import { findChanges } from "./changes"
import { emptyPortfolio, kindOf, take } from "./math"
import type { LogEntry } from "./schema"

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
  const names = await findNames(shown.flatMap(({ deltas }) => deltas.map(({ token }) => token)))
  const hashes = await findHashes(shown.map(({ id }) => id))
  const { usdb } = deployment()
  const data = shown.map((change, index) => ({
    id: change.id,
    txHash: hashes.get(change.id) ?? "",
    time: new Date(change.time * 1000),
    kind: kindOf(change),
    moves: [
      ...change.deltas.map(({ token, amount }) => ({
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

async function findNames(tokens: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await db().pool.query<{ address: string; symbol: string }>(
    "select address, symbol from token where address = any($1::text[])",
    [tokens],
  )
  return new Map(rows.map(({ address, symbol }) => [address, symbol]))
}

async function findHashes(ids: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await db().pool.query<{ id: string; hash: string }>(
    `select id::text, '0x' || encode(hash, 'hex') as hash from tx where id = any($1::bigint[])`,
    [ids],
  )
  return new Map(rows.map(({ id, hash }) => [id, hash]))
}
