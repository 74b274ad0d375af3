import { type Expression, sql } from "kysely"
import { getDeployment } from "@/lib/chain/deployment"
import { db } from "@/lib/db/client"
import { ROWS_PER_BLOCK } from "@/lib/db/row-ids"
import { statement } from "@/lib/db/statement"
import { bytesOf } from "@/lib/events/bulk-writes"
import type { TouchedLoan } from "./loan-schema"

const DAY_SECONDS = 86_400

/** Whether a row is of a transaction's block: its id begins with the same number. */
const isInBlockOf = (id: Expression<string>, txId: Expression<string>) => {
  const size = sql.lit(ROWS_PER_BLOCK)
  return sql<boolean>`${id} >= ${txId} / ${size} * ${size} and ${id} < (${txId} / ${size} + 1) * ${size}`
}

const readTouchedLoan = statement({ chainId: "integer", txHash: "text" }, ({ chainId, txHash }) =>
  db
    .selectFrom("tx")
    .innerJoin("loan_event as e", (join) =>
      join.onRef("e.tx_id", "=", "tx.id").on(({ ref }) => isInBlockOf(ref("e.id"), ref("tx.id"))),
    )
    .innerJoin("loan as l", (join) =>
      join.onRef("l.borrower", "=", "e.borrower").onRef("l.loan_id", "=", "e.loan_id"),
    )
    .select([
      ...(["l.wallet", "l.source", "l.loan_id as loanId", "l.hub_id as hubId", "l.token"] as const),
      ...(["l.collateral as collateralAmount", "l.borrowed_amount as borrowedAmount"] as const),
      ...(["l.full_amount as fullAmount", "l.liquidation_time as liquidationTime"] as const),
      ...(["l.liquidated as isLiquidated", "l.active", "l.creation_time as creationTime"] as const),
    ])
    .where("tx.chain_id", "=", chainId)
    .where("tx.hash", "=", bytesOf(txHash))
    .orderBy("e.id", "desc")
    .limit(sql.lit(1)),
)

/** The present state of the last loan that a transaction touched; null when it touched none. */
export async function findTouchedLoan(txHash: string): Promise<TouchedLoan | null> {
  const { chainId, mainToken: ecosystem } = getDeployment()
  const [row] = await readTouchedLoan({ chainId, txHash })
  if (!row) return null
  const { creationTime, collateralAmount, borrowedAmount, fullAmount, ...loan } = row
  return {
    ...loan,
    ecosystem,
    collateralAmount: BigInt(collateralAmount),
    borrowedAmount: BigInt(borrowedAmount),
    fullAmount: BigInt(fullAmount),
    daysCount: Math.round((loan.liquidationTime - creationTime) / DAY_SECONDS),
    expiresAt: new Date(loan.liquidationTime * 1_000),
  }
}
