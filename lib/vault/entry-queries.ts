import { sql } from "kysely"
import { zeroAddress } from "viem"
import { getDeployment } from "@/lib/chain/deployment"
import { db } from "@/lib/db/client"
import { ROWS_PER_BLOCK } from "@/lib/db/row-ids"
import { statement } from "@/lib/db/statement"
import { WAD } from "@/lib/units"
import { computeEntry, type EntryChange, type VaultEntry } from "./math"

const readWraps = statement({ wallet: "text" }, ({ wallet }) =>
  db
    .selectFrom("vault_event")
    .select(["id", "action", "amount", "amount_out as amountOut"])
    .where("wallet", "=", wallet)
    .where("action", "in", [sql.lit("wrap" as const), sql.lit("unwrap" as const)]),
)

/** Shares that other wallets sent or got, with the share price of that time. */
const readTransfers = statement(
  { wallet: "text", vault: "text", nobody: "text" },
  ({ wallet, vault, nobody }) => {
    const side = (own: "to" | "from", other: "to" | "from") =>
      db
        .selectFrom("transfer as t")
        .select(["t.id", "t.value", sql<boolean>`${sql.lit(own === "to")}`.as("isIn")])
        .where(`t.${own}`, "=", wallet)
        .where("t.token", "=", vault)
        .where(`t.${other}`, "!=", nobody)
        .where(({ ref }) => sql<boolean>`${ref("t.from")} <> ${ref("t.to")}`)
    return db
      .selectFrom(side("to", "from").unionAll(side("from", "to")).as("m"))
      .leftJoinLateral(
        (from) =>
          from
            .selectFrom("vault_price as p")
            .select("p.price")
            .where(
              ({ ref }) =>
                sql<boolean>`${ref("p.block")} <= ${ref("m.id")} / ${sql.lit(ROWS_PER_BLOCK)}`,
            )
            .orderBy("p.block", "desc")
            .limit(sql.lit(1))
            .as("p"),
        (join) => join.onTrue(),
      )
      .select(["m.id", "m.value", "m.isIn", "p.price"])
  },
)

const readBurns = statement({ wallet: "text" }, ({ wallet }) =>
  db
    .selectFrom("loan_event")
    .select(({ ref }) => ["id", sql<string>`${ref("data")} ->> 'burned'`.as("burned")])
    .where("wallet", "=", wallet)
    .where("source", "=", sql.lit("vault" as const))
    .where("action", "=", sql.lit("liquidation_claimed" as const)),
)

/** The cost in TIDE of a wallet's shares. Shares received from other wallets cost their value at that time. */
export async function findVaultEntry(wallet: string): Promise<VaultEntry> {
  const vault = getDeployment().staking
  const [wraps, transfers, burns] = await Promise.all([
    readWraps({ wallet }),
    readTransfers({ wallet, vault, nobody: zeroAddress }),
    readBurns({ wallet }),
  ])
  const changes: { id: bigint; change: EntryChange }[] = [
    ...wraps.map(({ id, action, amount, amountOut }) => ({
      id: BigInt(id),
      change: toWrapChange(action === "wrap", BigInt(amount), BigInt(amountOut ?? 0)),
    })),
    ...transfers.map(({ id, value, isIn, price }) => ({
      id: BigInt(id),
      change: toTransferChange(isIn, BigInt(value), BigInt(price ?? 0)),
    })),
    ...burns.map(({ id, burned }) => ({
      id: BigInt(id),
      change: { kind: "out", shares: BigInt(burned) } as const,
    })),
  ]
  return computeEntry(changes.sort((a, b) => (a.id < b.id ? -1 : 1)).map(({ change }) => change))
}

const toWrapChange = (isWrap: boolean, amount: bigint, amountOut: bigint): EntryChange =>
  isWrap
    ? { kind: "in", shares: amountOut, tide: amount }
    : { kind: "unwrap", shares: amount, tide: amountOut }

const toTransferChange = (isIn: boolean, shares: bigint, price: bigint): EntryChange =>
  isIn ? { kind: "in", shares, tide: (shares * price) / WAD } : { kind: "out", shares }
