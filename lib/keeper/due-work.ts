import { sql } from "kysely"
import { db } from "@/lib/db/client"
import { statement } from "@/lib/db/statement"

/** Loans of one round: the rest is found by the next. */
const MOST_LOANS = 100

const readExpired = statement({ time: "integer" }, ({ time }) =>
  db
    .selectFrom("loan")
    .select(["borrower", "loan_id as loanId", "source", "wallet"])
    .where("active", "=", true)
    .where("liquidation_time", "<=", time)
    .orderBy("liquidation_time")
    .orderBy("row_id")
    .limit(sql.lit(MOST_LOANS)),
)

/** Active loans and positions whose time is over at `time` (Unix seconds), the longest expired first. */
export const findExpiredLoans = (time: number) => readExpired({ time })

export type ExpiredLoan = Awaited<ReturnType<typeof findExpiredLoans>>[number]

const readLiquidatedBorrowers = statement({}, () =>
  db
    .selectFrom("loan as l")
    .select(["l.wallet", "l.loan_id as loanId"])
    .where("l.source", "=", "vault")
    .where("l.liquidated", "=", true)
    .where(({ not, exists, selectFrom, ref }) =>
      not(
        exists(
          selectFrom("loan as later")
            .select("later.loan_id")
            .where("later.source", "=", "vault")
            .where("later.wallet", "=", ref("l.wallet"))
            .where("later.row_id", ">", ref("l.row_id")),
        ),
      ),
    )
    .orderBy("l.row_id", "desc")
    .limit(sql.lit(MOST_LOANS)),
)

/** Wallets whose last loan on the vault was liquidated, the newest first: their shares may still be bound. */
export const findLiquidatedBorrowers = () => readLiquidatedBorrowers({})
