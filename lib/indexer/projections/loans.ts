import { sql } from "kysely"
import type { ClientBase } from "pg"
import { db } from "@/lib/db/client"
import { bulkStatement, columnsOf } from "@/lib/indexer/bulk-writes"

export type LoanKey = { borrower: string; loanId: number }

const loanKey = { borrower: "text", loanId: "integer" } as const

const removeLoansWithoutEvents = bulkStatement(loanKey, (given) =>
  db
    .deleteFrom("loan as l")
    .using(given)
    .whereRef("l.borrower", "=", "given.borrower")
    .whereRef("l.loan_id", "=", "given.loanId")
    .where(({ not, exists, selectFrom, ref }) =>
      not(
        exists(
          selectFrom("loan_event as e")
            .select("e.id")
            .where("e.borrower", "=", ref("l.borrower"))
            .where("e.loan_id", "=", ref("l.loan_id")),
        ),
      ),
    ),
)

const readColumns = [
  ...(["source", "wallet", "hub_id", "token", "collateral", "full_amount"] as const),
  ...(["borrowed_amount", "creation_time", "liquidation_time", "liquidated", "active"] as const),
] as const

const stateColumns = [...readColumns, "row_id", "tx_id", "updated_at"] as const

/** What the newest event of a loan read, with the transaction of the oldest. */
const upsertLoans = bulkStatement(loanKey, (given) => {
  const event = (order: "asc" | "desc") =>
    db
      .selectFrom("loan_event as e")
      .selectAll("e")
      .where("e.borrower", "=", sql.ref<string>("given.borrower"))
      .where("e.loan_id", "=", sql.ref<number>("given.loanId"))
      .orderBy("e.id", order)
      .limit(sql.lit(1))
  return db
    .insertInto("loan")
    .columns(["borrower", "loan_id", ...stateColumns])
    .expression(
      db
        .selectFrom(given)
        .innerJoinLateral(
          () => event("asc").as("first"),
          (join) => join.onTrue(),
        )
        .innerJoinLateral(
          () => event("desc").as("last"),
          (join) => join.onTrue(),
        )
        .select(["given.borrower", "given.loanId"])
        .select(readColumns.map((column) => `last.${column}` as const))
        .select(["first.id as row_id", "first.tx_id", "last.time as updated_at"]),
    )
    .onConflict((conflict) =>
      conflict.columns(["borrower", "loan_id"]).doUpdateSet(columnsOf("excluded", stateColumns)),
    )
})

/** Computes these loans from their events: it does not matter in which order those were reported. */
export async function refreshLoans(client: ClientBase, keys: readonly LoanKey[]): Promise<void> {
  const loans = [
    ...new Map(keys.map((key) => [`${key.borrower}:${key.loanId}`, key])).values(),
  ].sort((a, b) =>
    a.borrower === b.borrower ? a.loanId - b.loanId : a.borrower < b.borrower ? -1 : 1,
  )
  await removeLoansWithoutEvents(client, loans)
  await upsertLoans(client, loans)
}
