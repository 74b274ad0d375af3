import Link from "next/link"
import { Amount, Money } from "@/components/ui/number"
import { type Column, Table } from "@/components/ui/table"
import { Time } from "@/components/ui/time"
import { InfoTip } from "@/components/ui/tooltip"
import type { LoanSource } from "@/lib/loans/constants"
import type { LoanView } from "@/lib/portfolio/schema"

type Borrowing = Exclude<LoanSource, "leverage">

const sources: Record<Borrowing, { label: string; href: string }> = {
  hub: { label: "Loan", href: "/borrow" },
  vault: { label: "Loan on wTIDE", href: "/earn" },
  vesting: { label: "Loan on vesting tokens", href: "/vesting" },
}

type BorrowingView = LoanView & { source: Borrowing }

/** Loans of a wallet with their collateral, and unclaimed remainders of liquidations. Leverage has separate cards. */
export function LoansTable({ loans }: { loans: readonly LoanView[] }) {
  const rows = loans.flatMap(({ source, ...loan }): BorrowingView[] =>
    source === "leverage" ? [] : [{ ...loan, source }],
  )
  if (rows.length === 0) return null
  return (
    <section className="grid grid-cols-1 gap-2">
      <h3 className="font-medium">Loans</h3>
      <p className="text-sm text-muted">
        Collateral counts as an asset, debt is subtracted. A loan that is not repaid by the time it
        expires can be liquidated: collateral worth the debt is lost, and the debt with it.
      </p>
      <Table
        caption="Loans"
        columns={columns}
        isInteractive
        rowKey={({ source, loanId }) => `${source}.${loanId}`}
        rows={rows}
      />
    </section>
  )
}

function Expiry({ of: { debt, liquidationTime } }: { of: LoanView }) {
  if (debt === 0n) return <span className="text-muted">liquidated</span>
  return <Time format="dateTime" time={new Date(liquidationTime * 1_000)} />
}

const columns: Column<BorrowingView>[] = [
  {
    key: "loan",
    header: "Loan",
    isRowHeader: true,
    cell: (loan) => (
      <Link
        className="grid min-h-11 content-center after:absolute after:inset-0"
        href={sources[loan.source].href}
        prefetch={false}
      >
        <span className="font-medium">{sources[loan.source].label}</span>
        <bdi className="max-w-32 truncate text-muted">{loan.symbol}</bdi>
        <span className="text-muted sm:hidden">
          <Expiry of={loan} />
        </span>
      </Link>
    ),
  },
  {
    key: "collateral",
    header: "Collateral",
    aside: (
      <InfoTip label="About collateral">
        Tokens that return when the debt is repaid. After a liquidation, what is left to claim.
      </InfoTip>
    ),
    align: "right",
    isHiddenOnPhone: true,
    cell: ({ collateral, collateralUsd, symbol }) =>
      collateral > 0n ? (
        <span className="grid justify-items-end">
          <Amount unit={symbol} value={collateral} />
          {collateralUsd !== null && (
            <span className="text-muted">
              <Money value={collateralUsd} />
            </span>
          )}
        </span>
      ) : (
        <span className="text-muted">–</span>
      ),
  },
  {
    key: "expires",
    header: "Expires",
    align: "right",
    isHiddenOnPhone: true,
    cell: (loan) => <Expiry of={loan} />,
  },
  {
    key: "debt",
    header: "Debt",
    align: "right",
    cell: ({ debt }) => <Money value={debt} />,
  },
]
