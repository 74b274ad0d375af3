import type { ReactNode } from "react"
import { DetailRow } from "@/components/ui/figures"
import { formatAmount, formatDateTime, formatPercent, formatUsd } from "@/lib/format"
import { ExpiryText } from "./leverage-details"
import { formatMultiple, type LeveragePreview } from "./preview"

type Props = {
  preview: LeveragePreview
  /** USDB of the wallet; undefined while unknown. */
  balance: bigint | undefined
  minimumOut: bigint
  slippage: bigint
  symbol: string
  expiresAt: Date
}

/** The changes that the trade makes, shown before the user signs. */
export function LeverageReview(props: Props) {
  const { preview, balance, minimumOut, slippage, symbol, expiresAt } = props
  const { spent, rest, collateral, debt, loanFee, tradeTax } = preview
  return (
    <section aria-label="Review" className="grid gap-3 rounded-control bg-sunken p-3">
      <h3 className="font-medium">Review your position of {formatMultiple(preview.multiple)}</h3>
      <dl data-testid="leverage-review">
        {balance !== undefined && (
          <DetailRow label="Your USDB">
            <BeforeAfter after={formatAmount(balance - spent)} before={formatAmount(balance)} />
          </DetailRow>
        )}
        <DetailRow label={<bdi>{symbol} in the position</bdi>}>
          <BeforeAfter after={formatAmount(collateral)} before="0" />
        </DetailRow>
        {preview.tokens > 0n && (
          <DetailRow label={<bdi>{symbol} for your wallet</bdi>}>
            <BeforeAfter after={`+${formatAmount(preview.tokens)}`} before="" />
          </DetailRow>
        )}
        <DetailRow label="Debt, USDB">
          <BeforeAfter after={formatAmount(debt)} before="0" />
        </DetailRow>
        <DetailRow label={<bdi>Price of {symbol}</bdi>}>
          <BeforeAfter
            after={formatUsd(preview.priceAfter)}
            before={formatUsd(preview.priceBefore)}
          />
        </DetailRow>
        <DetailRow label="Loan fee and trade tax">
          {formatAmount(loanFee)} + {formatAmount(tradeTax)} USDB
        </DetailRow>
        <DetailRow label="Closing right away pays">
          {formatAmount(preview.closingNow)} USDB
        </DetailRow>
        <DetailRow label="Paid back at once">{formatAmount(rest)} USDB</DetailRow>
        <DetailRow label={`At least, ${formatPercent(slippage)} slippage`}>
          <bdi>
            {formatAmount(minimumOut, 6)} {symbol}
          </bdi>
        </DetailRow>
        <DetailRow label="Expires">{formatDateTime(expiresAt)}</DetailRow>
      </dl>
      <ExpiryText preview={preview} symbol={symbol} />
    </section>
  )
}

export function BeforeAfter({ before, after }: { before: ReactNode; after: ReactNode }) {
  return (
    <span className="flex flex-wrap justify-end gap-x-1.5">
      <span className="text-muted">{before}</span>
      <span aria-hidden="true">→</span>
      <span className="sr-only">becomes</span>
      <span>{after}</span>
    </span>
  )
}
