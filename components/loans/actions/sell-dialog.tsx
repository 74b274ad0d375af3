"use client"

import { useState } from "react"
import { readContract } from "viem/actions"
import { useBrowserConfig } from "@/components/chain/browser-config"
import { useChainQuery } from "@/components/chain/use-chain-query"
import { describeSale, errorOf, type SaleFigures } from "@/components/loans/loan-figures"
import { TokenAmount } from "@/components/loans/loan-terms"
import { useFrozen } from "@/components/loans/use-loan"
import { readSlippage } from "@/components/ticket/slippage"
import { DetailRow } from "@/components/ui/figures"
import { Notice } from "@/components/ui/notice"
import { Amount } from "@/components/ui/number"
import { Slider } from "@/components/ui/slider"
import { mainTokenAbi } from "@/lib/chain/generated/MainToken"
import type { ErrorText } from "@/lib/errors/text"
import { formatAmount, formatPercent } from "@/lib/format"
import type { LoanCalls } from "@/lib/loans/calls"
import type { LoanRoute } from "@/lib/loans/math"
import { type LoanRecord, loanName } from "@/lib/loans/record"
import { minAmountOut } from "@/lib/tokens/pool-math"
import { ActionDialog, useLoanTransaction } from "./action-dialog"
import type { ActionProps } from "./action-props"
import { BeforeAfter } from "./repay-dialog"

const LEAST_REMAINDER = 10n ** 16n

type Props = ActionProps & { sell: NonNullable<LoanCalls["sell"]> }

const loanWords = {
  title: "Sell a part",
  slider: "Part of the loan",
  verb: "Sell",
  part: "The part is sold",
  closed: "The loan is closed",
}

const positionWords = {
  title: "Close position",
  slider: "Part of the position",
  verb: "Close",
  part: "The part is closed",
  closed: "The position is closed",
}

/** Ends a part of the loan with its collateral, in steps of 10 %. */
export function SellDialog({ loan: current, calls, sell, route, onClose }: Props) {
  // Closing sells everything; of a loan only a part is sold here, and the rest is repaid.
  const [percent, setPercent] = useState(current.source === "leverage" ? 100 : 50)
  const [slippage] = useState(readSlippage)
  const transaction = useLoanTransaction(current, "sell")
  const words = current.source === "leverage" ? positionWords : loanWords
  const live = useSale(current, route, BigInt(percent))
  const { loan, sale, percentage } = useFrozen(
    { loan: current, sale: live, percentage: BigInt(percent) },
    transaction.isSettled,
  )
  const minOut = sale ? minAmountOut(sale.payout, slippage) : 0n
  return (
    <ActionDialog
      action={{
        ...{ action: "loan.sell" as const, source: loan.source, loanId: calls.loanId(loan) },
        percentage: Number(percentage),
      }}
      approvalSymbol={null}
      call={() => (sale ? sell(current, percentage, minOut) : null)}
      description="Burns as much collateral as covers this part of the debt, at its collateral value, and sells the rest of the part for you. No USDB is needed."
      isReady={sale !== null}
      label={`${words.verb} ${percentage}%${sale ? ` for ${formatAmount(sale.payout)} USDB` : ""}`}
      onClose={onClose}
      problem={findSaleProblem(loan, percentage)}
      success={percentage === 100n ? words.closed : words.part}
      title={words.title}
      transaction={transaction}
    >
      {!transaction.isSettled && (
        <div className="grid gap-1">
          <span className="flex justify-between text-sm font-medium">
            {words.slider} <span className="figures">{percent}%</span>
          </span>
          <Slider
            label={words.slider}
            max={100}
            min={10}
            onChange={setPercent}
            step={10}
            value={percent}
            valueText={`${percent}%`}
          />
        </div>
      )}
      {sale && <SaleLines loan={loan} minOut={minOut} sale={sale} slippage={slippage} />}
      {sale && <BetterWay sale={sale} symbol={loan.token.symbol} />}
    </ActionDialog>
  )
}

/** The amounts are the contract's own: they depend on TIDE that it keeps. */
function useSale(loan: LoanRecord, route: LoanRoute, percentage: bigint): SaleFigures | null {
  const { contracts } = useBrowserConfig()
  const isPossible = findSaleProblem(loan, percentage) === null && loan.isActive
  const { data } = useChainQuery({
    key: ["loan-sale", loanName(loan), `${percentage}`],
    isEnabled: isPossible,
    read: (client) =>
      readContract(client, {
        address: contracts.mainToken,
        abi: mainTokenAbi,
        functionName: "getPartialLoanSellAmounts",
        args: [loan.coreId, loan.borrower, percentage, loan.source === "leverage"],
      }),
  })
  if (!data || !isPossible) return null
  const [mainToBurn, tokensToBurn, residual] = data
  const burned = route.token
    ? { burnedTide: mainToBurn, burned: tokensToBurn }
    : { burnedTide: 0n, burned: mainToBurn }
  return describeSale(route, loan, { ...burned, residual, percentage })
}

function findSaleProblem({ debt }: LoanRecord, percentage: bigint): ErrorText | null {
  const remaining = (debt * (100n - percentage)) / 100n
  return percentage < 100n && remaining < LEAST_REMAINDER ? errorOf("RemainderTooSmall") : null
}

type LinesProps = { loan: LoanRecord; sale: SaleFigures; minOut: bigint; slippage: bigint }

function SaleLines({ loan, sale, minOut, slippage }: LinesProps) {
  const { symbol } = loan.token
  return (
    <dl data-testid="sale-lines">
      <DetailRow label="You receive">
        <Amount unit="USDB" value={sale.payout} />
      </DetailRow>
      <DetailRow label={`At least, with ${formatPercent(slippage)} slippage`}>
        <Amount unit="USDB" value={minOut} />
      </DetailRow>
      <DetailRow label="Debt in USDB, before → after">
        <BeforeAfter after={sale.remainingDebt} before={loan.debt} />
      </DetailRow>
      <DetailRow label="Burned for the debt">
        <TokenAmount symbol={symbol} value={sale.burned} />
      </DetailRow>
      <DetailRow label="Sold for you">
        <TokenAmount symbol={symbol} value={sale.residual} />
      </DetailRow>
      <DetailRow label="Tax of that sale">
        <Amount unit="USDB" value={sale.tax} />
      </DetailRow>
      <DetailRow label="Collateral, before → after">
        <BeforeAfter
          after={loan.collateral - sale.burned - sale.residual}
          before={loan.collateral}
        />
      </DetailRow>
    </dl>
  )
}

/** Collateral burns at its collateral value, which is the floor of most tokens: repaying may leave more. */
function BetterWay({ sale, symbol }: { sale: SaleFigures; symbol: string }) {
  const { byRepaying, payout, burnedMarketValue, repaid, burned } = sale
  if (byRepaying !== null && byRepaying > payout) {
    return (
      <Notice
        title={`Repaying leaves ${formatAmount(byRepaying - payout)} USDB more`}
        tone="warning"
      >
        <p>
          Repaying {formatAmount(repaid)} USDB and selling all the collateral yourself would leave{" "}
          {formatAmount(byRepaying)} USDB; this sale pays {formatAmount(payout)}. It burns{" "}
          <bdi>{symbol}</bdi> at the floor price, below its market price.
        </p>
      </Notice>
    )
  }
  if (byRepaying !== null) {
    return (
      <p className="text-sm text-muted">
        This is the better way: repaying and selling the collateral yourself would leave{" "}
        {formatAmount(byRepaying > 0n ? byRepaying : 0n)} USDB.
      </p>
    )
  }
  if (burnedMarketValue > repaid) {
    return (
      <Notice tone="warning">
        <p>
          {formatAmount(repaid)} USDB of debt are covered with {formatAmount(burned)}{" "}
          <bdi>{symbol}</bdi>, which would sell for {formatAmount(burnedMarketValue)} USDB: they
          burn at the floor price. Repaying the loan avoids that.
        </p>
      </Notice>
    )
  }
  return null
}
