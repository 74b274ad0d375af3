import Link from "next/link"
import { PositionList } from "@/components/loans/leverage/position-list"
import { Disclosure } from "@/components/ui/disclosure"
import { Money } from "@/components/ui/number"
import { ProfitLoss } from "@/components/ui/profit-loss"
import { Table } from "@/components/ui/table"
import { Time } from "@/components/ui/time"
import { toAddress } from "@/lib/chain/browser"
import { amount } from "@/lib/http/wire"
import { findLeveragePositions, type LeveragePosition } from "@/lib/loans/leverage-positions"
import type { LoanRecord } from "@/lib/loans/record"
import type { WalletLoan } from "@/lib/loans/schema"

/** A wallet's leverage positions: open ones as cards with profit and loss, closed ones in a list. */
export async function LeveragePositions({ wallet }: { wallet: string }) {
  const positions = await findLeveragePositions(wallet)
  if (positions.length === 0) return null
  const closed = positions.filter((position) => !isOpen(position))
  return (
    <section className="grid grid-cols-1 gap-3" id="leverage">
      <h3 className="font-medium">Leverage</h3>
      <PositionList
        positions={positions.map((position) => ({
          facts: position.facts,
          isOpen: isOpen(position),
          loan: toRecord(position.loan),
          value: position.value,
        }))}
      />
      {closed.length > 0 && (
        <Disclosure label="Closed positions" value={`${closed.length}`}>
          <ClosedPositions positions={closed} />
        </Disclosure>
      )}
    </section>
  )
}

/** Has a debt, or leaves something to claim. */
const isOpen = ({ loan, facts }: LeveragePosition) =>
  loan.active || (loan.isLiquidated && (facts === null || facts.claim > 0n))

function ClosedPositions({ positions }: { positions: readonly LeveragePosition[] }) {
  return (
    <Table
      caption="Closed leverage positions"
      columns={[
        {
          key: "token",
          header: "Token",
          isRowHeader: true,
          cell: ({ loan }: LeveragePosition) => (
            <Link
              className="grid min-h-11 content-center hover:text-accent"
              href={`/tokens/${loan.token}`}
              prefetch={false}
            >
              <bdi className="max-w-24 truncate font-medium sm:max-w-32">{loan.symbol}</bdi>
              <span className="whitespace-nowrap text-muted">Position {loan.loanId}</span>
            </Link>
          ),
        },
        {
          key: "opened",
          header: "Opened",
          align: "right",
          isHiddenOnPhone: true,
          cell: ({ loan }) => <Time time={new Date(loan.creationTime * 1_000)} />,
        },
        {
          key: "spent",
          header: "Put in",
          align: "right",
          isHiddenOnPhone: true,
          cell: ({ facts }) => (facts ? <Money value={facts.spent} /> : "–"),
        },
        {
          key: "received",
          header: "Received",
          align: "right",
          cell: ({ facts }) => (facts ? <Money value={facts.cashedOut} /> : "–"),
        },
        { key: "result", header: "Result", align: "right", cell: describeResult },
      ]}
      rowKey={({ loan }) => `${loan.loanId}`}
      rows={positions}
    />
  )
}

/** Repaying returns tokens, and a liquidation may leave some: neither is a result in USDB. */
function describeResult({ loan, facts, isRepaid }: LeveragePosition) {
  const ending = isRepaid ? "Repaid" : loan.isLiquidated ? "Liquidated" : null
  if (ending) return <span className="whitespace-nowrap">{ending}</span>
  return <ProfitLoss value={facts && facts.cashedOut - facts.spent} />
}

const toUnits = (value: WalletLoan["fullAmount"]) => BigInt(amount.encode(value))

function toRecord(loan: WalletLoan): LoanRecord {
  const { symbol, name, image } = loan
  return {
    source: loan.source,
    owner: toAddress(loan.wallet),
    borrower: toAddress(loan.borrower),
    coreId: BigInt(loan.loanId),
    hubId: null,
    token: { address: toAddress(loan.token), symbol, name, image },
    collateral: toUnits(loan.collateralAmount),
    debt: toUnits(loan.fullAmount),
    borrowed: toUnits(loan.borrowedAmount),
    createdAt: BigInt(loan.creationTime),
    liquidationTime: BigInt(loan.liquidationTime),
    liquidated: null,
    claim: null,
    isActive: loan.active,
    isLiquidated: loan.isLiquidated,
  }
}
