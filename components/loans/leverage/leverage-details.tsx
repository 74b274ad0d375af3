import { Change, DetailRow } from "@/components/ui/figures"
import { InfoTip } from "@/components/ui/tooltip"
import { computeChange, formatAmount, formatDateTime, formatPercent, formatUsd } from "@/lib/format"
import { formatMultiple, type LeveragePreview } from "./preview"

type Props = {
  preview: LeveragePreview
  minimumOut: bigint
  slippage: bigint
  symbol: string
  expiresAt: Date
}

/** Figures of a leveraged purchase. */
export function LeverageDetails({ preview, minimumOut, slippage, symbol, expiresAt }: Props) {
  const { breakEven, priceBefore, priceAfter } = preview
  return (
    <div className="grid gap-3">
      <dl data-testid="leverage-lines">
        <DetailRow label="Exposure">
          {formatUsd(preview.exposure)} · {formatMultiple(preview.multiple)}
        </DetailRow>
        {preview.tokens > 0n && (
          <DetailRow label="Of it in the position">
            <span className="flex justify-end gap-1">
              {formatAmount(preview.collateral, 6)} <bdi className="min-w-0 truncate">{symbol}</bdi>
            </span>
          </DetailRow>
        )}
        <DetailRow label="Debt">{usdb(preview.debt)}</DetailRow>
        <DetailRow label="Loan fee">{usdb(preview.loanFee)}</DetailRow>
        <DetailRow label="Trade tax">{usdb(preview.tradeTax)}</DetailRow>
        <DetailRow label="Not used, paid back at once">{usdb(preview.rest)}</DetailRow>
        <DetailRow
          label={
            <span className="inline-flex items-center">
              Break-even price
              <InfoTip label="About the break-even price">
                From this price on, closing the position and selling the other tokens returns what
                you pay: all fees, taxes and the price impact of the sale included.
              </InfoTip>
            </span>
          }
        >
          {breakEven === null ? (
            "–"
          ) : (
            <>
              {formatUsd(breakEven)} <Change basisPoints={computeChange(priceBefore, breakEven)} />
            </>
          )}
        </DetailRow>
        <DetailRow label="Closing right away pays">{usdb(preview.closingNow)}</DetailRow>
        <DetailRow label="Price after">
          {formatUsd(priceAfter)} <Change basisPoints={computeChange(priceBefore, priceAfter)} />
        </DetailRow>
        <DetailRow label="Price impact">{formatPercent(preview.impact)}</DetailRow>
        <DetailRow label={`Minimum, ${formatPercent(slippage)} slippage`}>
          <span className="flex justify-end gap-1">
            {formatAmount(minimumOut, 6)} <bdi className="min-w-0 truncate">{symbol}</bdi>
          </span>
        </DetailRow>
        <DetailRow label="Expires">{formatDateTime(expiresAt)}</DetailRow>
      </dl>
      <ExpiryText preview={preview} symbol={symbol} />
    </div>
  )
}

/** The loss when the position is not closed in time. */
export function ExpiryText({ preview, symbol }: Pick<Props, "preview" | "symbol">) {
  const { collateral, leftOver, atStake } = preview
  const lost = atStake > leftOver.usdb ? atStake - leftOver.usdb : 0n
  return (
    <p className="text-xs text-muted">
      The price alone never ends the position. If it is neither closed nor extended by then, anybody
      may liquidate it: the part of the {formatAmount(collateral)} <bdi>{symbol}</bdi> that covers
      the debt is burned, a tenth of the rest goes to whoever calls, and you can claim what is left.
      At the price after this purchase that would be {formatAmount(leftOver.tokens)}{" "}
      <bdi>{symbol}</bdi>, worth {formatAmount(leftOver.usdb, 2)} USDB: a loss of{" "}
      {formatAmount(lost, 2)} USDB. The position never loses more than the{" "}
      {formatAmount(atStake, 2)} USDB that you put into it.
    </p>
  )
}

const usdb = (value: bigint) => `${formatAmount(value)} USDB`
