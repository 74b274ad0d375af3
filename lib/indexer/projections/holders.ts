import { sql } from "kysely"
import type { ClientBase } from "pg"
import { zeroAddress } from "viem"
import { db } from "@/lib/db/client"
import { bulkStatement, deleteEmptyRows } from "@/lib/events/bulk-writes"
import type { TransferRow } from "@/lib/events/event-rows"

type TransferAmount = Pick<TransferRow, "token" | "from" | "to" | "value">
type BalanceChange = { token: string; wallet: string; change: bigint }

/**
 * Changes the balances, and each token's number of holders and their sum. Returns the keys of balances that are now
 * zero.
 */
const changeBalances = bulkStatement({ token: "text", wallet: "text", change: "numeric" }, (rows) =>
  db
    .with("changes", (cte) => cte.selectFrom(rows).selectAll())
    .with("moved", (cte) =>
      cte
        .insertInto("holder")
        .columns(["token", "wallet", "balance"])
        .expression(cte.selectFrom("changes").select(["token", "wallet", "change"]))
        .onConflict((conflict) =>
          conflict.columns(["token", "wallet"]).doUpdateSet((eb) => ({
            balance: eb("holder.balance", "+", eb.ref("excluded.balance")),
          })),
        )
        .returning(["token", "wallet", "balance"]),
    )
    .with("counted", (cte) =>
      cte
        .selectFrom("moved as m")
        .innerJoin("changes as c", (join) =>
          join.onRef("c.token", "=", "m.token").onRef("c.wallet", "=", "m.wallet"),
        )
        .select((eb) => {
          const before = eb("m.balance", "-", eb.ref("c.change"))
          const count = eb.fn.countAll<string>()
          const added = count.filterWhere("m.balance", ">", "0").filterWhere(before, "<=", "0")
          const removed = count.filterWhere("m.balance", "<=", "0").filterWhere(before, ">", "0")
          return [
            "m.token",
            eb(added, "-", removed).as("more"),
            sql<string>`sum(greatest(${eb.ref("m.balance")}, 0) - greatest(${before}, 0))`.as(
              "moreHeld",
            ),
          ]
        })
        .groupBy("m.token"),
    )
    .with("recounted", (cte) =>
      cte
        .updateTable("token as t")
        .from("counted")
        .set((eb) => ({
          holder_count: sql<number>`${eb.ref("t.holder_count")} + ${eb.ref("counted.more")}`,
          holder_supply: eb("t.holder_supply", "+", eb.ref("counted.moreHeld")),
        }))
        .whereRef("t.address", "=", "counted.token")
        .where((eb) => eb.or([eb("counted.more", "<>", "0"), eb("counted.moreHeld", "<>", "0")])),
    )
    .selectFrom("moved")
    .select(["token", "wallet"])
    .where("balance", "=", "0"),
)

const removeEmptyBalances = deleteEmptyRows("holder", ["token", "wallet"], "balance")

/**
 * Moves balances along these transfers, or back with `sign` -1, and updates what tokens know of their holders. Transfers of `unlisted`
 * change nothing: its holders are not stored. The order does not matter, so a balance may be below zero while an
 * earlier transfer is still unknown.
 */
export async function moveBalances(
  client: ClientBase,
  transfers: readonly TransferAmount[],
  { sign, unlisted }: { sign: 1n | -1n; unlisted: { usdb: string; staking: string } },
): Promise<void> {
  const changes = sumBalanceChanges(transfers, unlisted).filter(({ change }) => change !== 0n)
  for (const entry of changes) entry.change *= sign
  const emptied = await changeBalances(client, changes)
  await removeEmptyBalances(client, emptied)
}

/** Changes of each wallet's balance. The zero address mints and burns; it holds nothing. */
function sumBalanceChanges(
  transfers: readonly TransferAmount[],
  { usdb, staking }: { usdb: string; staking: string },
): BalanceChange[] {
  const changes = new Map<string, BalanceChange>()
  const add = (token: string, wallet: string, value: bigint) => {
    if (wallet === zeroAddress) return
    const key = token + wallet
    const entry = changes.get(key)
    if (entry) entry.change += value
    else changes.set(key, { token, wallet, change: value })
  }
  for (const { token, from, to, value } of transfers) {
    if (token === usdb || token === staking || value === 0n) continue
    add(token, from, -value)
    add(token, to, value)
  }
  return [...changes.values()]
}
