import { sql } from "kysely"
import type { ClientBase } from "pg"
import { zeroAddress } from "viem"
import { db } from "@/lib/db/client"
import { blockOfRow, ROWS_PER_BLOCK } from "@/lib/db/row-ids"
import { bulkStatement, upsertSums } from "@/lib/events/bulk-writes"
import type { EventRow } from "@/lib/events/event-rows"

type VaultRows = {
  vaultEvent: readonly Pick<EventRow<"vaultEvent">, "wallet" | "action" | "amount">[]
  loanEvent: readonly Pick<EventRow<"loanEvent">, "wallet" | "source" | "action" | "data">[]
  transfer: readonly Pick<EventRow<"transfer">, "token" | "from" | "to" | "value">[]
}

const moveShares = upsertSums("vault_balance", ["wallet"], ["shares", "locked"])

const removeEmpty = bulkStatement({ wallet: "text" }, (rows) =>
  db
    .deleteFrom("vault_balance as b")
    .using(rows)
    .whereRef("b.wallet", "=", "given.wallet")
    .where("b.shares", "=", sql.lit("0"))
    .where("b.locked", "=", sql.lit("0")),
)

/**
 * Adds these rows to the wallets' holdings in the vault, or subtracts them with `sign` -1. Shares follow transfers of
 * wTIDE; locked shares follow locks, unlocks and charges of a liquidation. Sums do not depend on the order.
 */
export async function addToVault(
  client: ClientBase,
  rows: VaultRows,
  { staking }: { staking: string },
  sign: 1n | -1n = 1n,
): Promise<void> {
  const sums = new Map<string, { shares: bigint; locked: bigint }>()
  const add = (wallet: string, shares: bigint, locked: bigint) => {
    if (wallet === zeroAddress) return
    const sum = sums.get(wallet) ?? { shares: 0n, locked: 0n }
    sums.set(wallet, { shares: sum.shares + shares, locked: sum.locked + locked })
  }
  for (const { token, from, to, value } of rows.transfer) {
    if (token !== staking) continue
    add(from, -value, 0n)
    add(to, value, 0n)
  }
  for (const { wallet, action, amount } of rows.vaultEvent) {
    if (action === "lock") add(wallet, 0n, amount)
    if (action === "unlock") add(wallet, 0n, -amount)
  }
  for (const row of rows.loanEvent) add(row.wallet, 0n, -findBurnedShares(row))
  const changes = [...sums]
    .filter(([, { shares, locked }]) => shares !== 0n || locked !== 0n)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([wallet, { shares, locked }]) => ({
      ...{ wallet, shares: shares * sign, locked: locked * sign },
    }))
  await moveShares(client, changes)
  await removeEmpty(client, changes)
}

/** Locked shares that a liquidation took. */
function findBurnedShares({ source, action, data }: VaultRows["loanEvent"][number]): bigint {
  if (source !== "vault" || action !== "liquidation_claimed") return 0n
  const { burned } = JSON.parse(data) as { burned: string }
  return BigInt(burned)
}

const removePrices = bulkStatement({ block: "integer" }, (rows) =>
  db.deleteFrom("vault_price as p").using(rows).whereRef("p.block", "=", "given.block"),
)

const insertPrices = bulkStatement({ block: "integer" }, (rows) => {
  const rowsOf = (table: "vault_event" | "yield_injection") =>
    db
      .selectFrom(rows)
      .innerJoin(`${table as "vault_event"} as e`, (join) =>
        join
          .on(
            ({ ref }) =>
              sql<boolean>`${ref("e.id")} >= ${ref("given.block")}::bigint * ${sql.lit(ROWS_PER_BLOCK)}`,
          )
          .on(
            ({ ref }) =>
              sql<boolean>`${ref("e.id")} < (${ref("given.block")} + 1)::bigint * ${sql.lit(ROWS_PER_BLOCK)}`,
          ),
      )
      .select(["given.block", "e.time", "e.share_price as price", "e.id"])
      .where("e.share_price", "is not", null)
  return db
    .insertInto("vault_price")
    .columns(["block", "time", "price"])
    .expression(
      db
        .selectFrom(rowsOf("vault_event").unionAll(rowsOf("yield_injection")).as("e"))
        .distinctOn("e.block")
        .select(({ ref }) => ["e.block", "e.time", ref("e.price").$notNull().as("price")])
        .orderBy("e.block")
        .orderBy("e.id", "desc"),
    )
})

/** Computes the share prices of the blocks of these rows, new or removed ones. */
export async function refreshVaultPrices(
  client: ClientBase,
  rows: readonly { id: number }[],
): Promise<void> {
  const blocks = [...new Set(rows.map(({ id }) => blockOfRow(id)))].map((block) => ({ block }))
  await removePrices(client, blocks)
  await insertPrices(client, blocks)
}
