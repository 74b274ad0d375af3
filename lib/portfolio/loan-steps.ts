import { type Expression, sql } from "kysely"
import { zeroAddress } from "viem"
import { coalesce, gather } from "@/lib/async/coalesce"
import { getDeployment } from "@/lib/chain/deployment"
import { db } from "@/lib/db/client"
import { unixSeconds } from "@/lib/db/codecs"
import { ROWS_PER_BLOCK } from "@/lib/db/row-ids"
import { statement } from "@/lib/db/statement"
import type { LoanAction, LoanSource } from "@/lib/loans/constants"

/** The effect of a loan event on the wallet. */
export type LoanStep = {
  /** Id of the transaction's row. */
  txId: string
  /** Unix seconds. */
  time: number
  source: LoanSource
  action: LoanAction
  loanId: number
  /** Schedule of a vesting loan. */
  vestingId: number | null
  token: string
  /** Change of the amount that TIDE's contract holds for the wallet: collateral, and the remainder of a liquidation. */
  collateral: bigint
  /** Change of the debt in USDB. */
  debt: bigint
}

/** A loan of the wallet that has a debt, or of which something is left to claim. */
export type OpenLoan = {
  source: LoanSource
  loanId: number
  hubId: number | null
  token: string
  /** Collateral of the loan, or the remainder of a liquidation. On the vault and in vesting it is counted there. */
  collateral: bigint
  debt: bigint
  /** Unix seconds. */
  liquidationTime: number
}

/** A loan without its newest reading has had its current state since the event. */
const isLastOfLoan = (id: Expression<string>) =>
  sql<boolean>`not exists (
    select from loan_event later
    where later.borrower = e.borrower and later.loan_id = e.loan_id and later.id > ${id}
  )`

/**
 * The events of a wallet's loans in the order of the chain, with the tokens burned by liquidations: the contract burns
 * the collateral right after it emits the event.
 */
const selectEvents = statement({ wallet: "text", mainToken: "text" }, ({ wallet, mainToken }) =>
  db
    .selectFrom("loan_event as e")
    .leftJoinLateral(
      ({ selectFrom, ref }) =>
        selectFrom("transfer as t")
          .select("t.value as burned")
          .where("t.id", ">", ref("e.id"))
          .where(
            ({ ref: column }) =>
              sql<boolean>`${column("t.id")} < (${ref("e.id")} / ${sql.lit(ROWS_PER_BLOCK)} + 1)
                * ${sql.lit(ROWS_PER_BLOCK)}`,
          )
          .where(({ ref: column }) => sql<boolean>`${column("t.tx_id")} = ${ref("e.tx_id")}`)
          .where(({ ref: column }) => sql<boolean>`${column("t.token")} = ${ref("e.token")}`)
          .where("t.from", "=", mainToken)
          .where("t.to", "=", sql.lit(zeroAddress))
          .where(() => sql<boolean>`${ref("e.action")} = 'liquidated'`)
          .orderBy("t.id")
          .limit(sql.lit(1))
          .as("burn"),
      (join) => join.onTrue(),
    )
    .select(({ ref }) => ["e.tx_id as txId", unixSeconds(ref("e.time")).as("time")])
    .select(["e.source", "e.action", "e.borrower", "e.loan_id as loanId", "e.hub_id as hubId"])
    .leftJoin("loan as l", (join) =>
      join
        .onRef("l.borrower", "=", "e.borrower")
        .onRef("l.loan_id", "=", "e.loan_id")
        .on(({ ref }) => isLastOfLoan(ref("e.id"))),
    )
    .select(["e.vesting_id as vestingId", "e.token", "burn.burned"])
    .select(({ fn, ref }) => [
      fn.coalesce(ref("e.collateral"), ref("l.collateral")).as("collateral"),
      fn.coalesce(ref("e.full_amount"), ref("l.full_amount")).as("fullAmount"),
      fn.coalesce(ref("e.active"), ref("l.active")).as("active"),
      fn.coalesce(ref("e.liquidation_time"), ref("l.liquidation_time")).as("liquidationTime"),
    ])
    .select(({ ref }) => sql<string | null>`${ref("e.data")} ->> 'claimed'`.as("claimed"))
    .where("e.wallet", "=", wallet)
    .orderBy("e.id"),
)

type EventRow = Awaited<ReturnType<typeof selectEvents>>[number]

/** A portfolio and its history ask in the same moment: one read serves both. */
const startReads = gather(async (wallets: readonly string[]) => {
  const start = (wallet: string) => coalesce(`loan-steps:${wallet}`, () => computeLoanSteps(wallet))
  return new Map([...new Set(wallets)].map((wallet) => [wallet, start(wallet)]))
})

/**
 * The effects of the wallet's loan events, and its current loans. Rows hold a loan as of the end of the event's block.
 */
export async function readLoanSteps(wallet: string) {
  const read = (await startReads(wallet)).get(wallet)
  if (!read) throw new Error("A read was not started")
  return read
}

async function computeLoanSteps(wallet: string) {
  const rows = await selectEvents({ wallet, mainToken: getDeployment().mainToken })
  const loans = new Map<string, OpenLoan>()
  const steps = rows.map((row): LoanStep => {
    const key = `${row.borrower}:${row.loanId}`
    const before = loans.get(key)
    const after = toLoan(row, before)
    loans.set(key, after)
    const { txId, time, source, action, loanId, vestingId, token } = row
    return {
      ...{ txId, time, source, action, loanId, vestingId, token },
      collateral: after.collateral - (before?.collateral ?? 0n),
      debt: after.debt - (before?.debt ?? 0n),
    }
  })
  return {
    steps,
    open: [...loans.values()].filter(({ collateral, debt }) => collateral > 0n || debt > 0n),
  }
}

/** An event without a reading changes only what the event itself contains. */
function toLoan(row: EventRow, before: OpenLoan | undefined): OpenLoan {
  const { source, loanId, hubId, token, active, liquidationTime, fullAmount } = row
  const previous = before ?? { collateral: 0n, debt: 0n, liquidationTime: 0 }
  const debt = active ? BigInt(fullAmount ?? 0) : 0n
  return {
    ...{ source, loanId, hubId, token },
    liquidationTime: liquidationTime ?? previous.liquidationTime,
    collateral: isOwnCollateral(source) ? toCollateral(row, previous.collateral) : 0n,
    debt: active === null ? previous.debt : debt,
  }
}

/** Loans on the vault and on vesting pledge tokens of these contracts. */
const isOwnCollateral = (source: LoanSource) => source === "hub" || source === "leverage"

/** The liquidator gets a tenth of a liquidation's remainder, rounded down. */
function toCollateral({ active, action, ...row }: EventRow, before: bigint) {
  const collateral = row.collateral === null ? before : BigInt(row.collateral)
  if (active) return collateral
  if (action === "liquidation_claimed") return before - BigInt(row.claimed ?? 0)
  if (action !== "liquidated") return active === null ? before : 0n
  const rest = collateral - BigInt(row.burned ?? collateral)
  return rest - rest / 10n
}
