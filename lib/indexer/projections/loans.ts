import { type Selectable, sql } from "kysely"
import type { ClientBase } from "pg"
import { db } from "@/lib/db/client"
import { bulkStatement, columnsOf } from "@/lib/events/bulk-writes"
import type { LoanEventTable } from "@/lib/generated/database"

export type LoanKey = { borrower: string; loanId: number }

const loanKey = { borrower: "text", loanId: "integer" } as const

const removeLoansWithoutEvents = bulkStatement(loanKey, (rows) =>
  db
    .deleteFrom("loan as l")
    .using(rows)
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

const plainColumns = ["source", "hub_id", "token"] as const

const readColumns = [
  ...(["collateral", "full_amount", "borrowed_amount"] as const),
  ...(["creation_time", "liquidation_time", "liquidated", "active"] as const),
] as const

const stateColumns = [
  ...(["wallet", ...plainColumns, ...readColumns, "row_id", "tx_id", "updated_at"] as const),
] as const

/** A later block's answer for an event whose own state is missing. */
const stateRead = sql<Selectable<LoanEventTable>>`jsonb_populate_record(
  null::loan_event, (select m.data from missing_state m where m.id = last.id)
)`

/**
 * The reading of a loan's newest event, with the transaction of the oldest. Every change of a loan is an event, so a
 * later block's answer also is its current state.
 */
const upsertLoans = bulkStatement(loanKey, (rows) => {
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
        .selectFrom(rows)
        .innerJoinLateral(
          () => event("asc").as("first"),
          (join) => join.onTrue(),
        )
        .innerJoinLateral(
          () => event("desc").as("last"),
          (join) => join.onTrue(),
        )
        .innerJoinLateral(
          () => stateRead.as<"read">(sql`read`),
          (join) => join.onTrue(),
        )
        .select(["given.borrower", "given.loanId"])
        // For a liquidated loan of a schedule the reading has its owner; the schedule may later name another
        // beneficiary.
        .select(({ ref }) =>
          sql<string>`case when ${ref("last.active")} is null then ${ref("first.wallet")}
            else ${ref("last.wallet")} end`.as("wallet"),
        )
        .select(plainColumns.map((column) => `last.${column}` as const))
        .select((eb) =>
          readColumns.map((column) =>
            eb.fn
              .coalesce(eb.ref(`last.${column}`), eb.ref(`read.${column}`))
              .$notNull()
              .as(column),
          ),
        )
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
