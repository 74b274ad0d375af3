import { z } from "zod"
import { deployment } from "@/lib/chain/deployment"
import { db } from "@/lib/db"
import type { Step } from "./math"
import { valueAt } from "./math"
import { type PriceQuestion, priceKey, pricesAt } from "./prices"
import { units } from "./schema"

/** Longer histories are those of bots and contracts; their costs are not followed. */
export const MAX_CHANGES = 200_000

const change = z.object({ id: z.string(), token: z.string(), amount: units, time: z.int() })

/** One transaction of a wallet: when, and what it did. */
export type Change = Step & { id: string; time: number }

/**
 * Sums what came and went per transaction and asset. A buy mints to the wallet and takes USDB from it in
 * one transaction, so the sums say what was really paid.
 */
const CHANGES = `
  select tx.id::text, moved.token, sum(moved.amount) as amount,
    extract(epoch from tx.time)::int as time
  from (
    select tx_id, token, value as amount from transfer where "to" = $1
    union all
    select tx_id, token, -value from transfer where "from" = $1
  ) moved join tx on tx.id = moved.tx_id
  group by tx.id, moved.token, tx.time having sum(moved.amount) <> 0
  order by tx.id limit ${MAX_CHANGES + 1}`

/** Everything that happened to a wallet, in the order of the chain; null when it is too much. */
export async function findChanges(wallet: string): Promise<Change[] | null> {
  const { usdb } = deployment()
  const { rows } = await db().pool.query(CHANGES, [wallet])
  if (rows.length > MAX_CHANGES) return null
  const changes: Change[] = []
  for (const { id, token, amount, time } of change.array().parse(rows)) {
    let step = changes.at(-1)
    if (step?.id !== id) {
      step = { id, time, cash: 0n, deltas: [] }
      changes.push(step)
    }
    if (token === usdb) step.cash = amount
    else step.deltas = [...step.deltas, { token, amount, value: null }]
  }
  return priced(changes)
}

/** Looks up the market only for what moved without USDB: a trade has its own price. */
async function priced(changes: Change[]): Promise<Change[]> {
  const questions: PriceQuestion[] = changes
    .filter(isUnpriced)
    .flatMap(({ deltas, time }) => deltas.map(({ token }) => ({ token, time })))
  if (questions.length === 0) return changes
  const prices = await pricesAt(questions)
  return changes.map((step) => {
    if (!isUnpriced(step)) return step
    const deltas = step.deltas.map((delta) => {
      const price = prices.get(priceKey({ token: delta.token, time: step.time }))
      const size = delta.amount < 0n ? -delta.amount : delta.amount
      return { ...delta, value: price === undefined ? null : valueAt(size, price) }
    })
    return { ...step, deltas }
  })
}

function isUnpriced({ deltas, cash }: Step) {
  return deltas.length > 0 && (cash === 0n || deltas.length > 1)
}
