"use client"

import { ButtonLink } from "@/components/ui/button"
import { Card } from "@/components/ui/card"
import { DetailRow } from "@/components/ui/figures"
import { Amount } from "@/components/ui/number"
import { useWalletState } from "@/components/wallet/store"
import { useWalletData } from "@/components/wallet/use-wallet-data"
import { type ApiAnswer, callApi } from "@/lib/api/client"
import { formatAmount } from "@/lib/format"
import { computeAverageCost } from "@/lib/markets/positions/math"
import { OwnRedeem } from "./own-actions"

type OwnPositionData = NonNullable<ApiAnswer<"GET /api/internal/markets/[address]/position">["own"]>
type PositionData = OwnPositionData["positions"][number]

type OwnPositionProps = {
  market: string
  isFinal: boolean
  /** Changes with every event of the market. */
  stamp: string
}

/** The viewer's shares of a market with their cost, value and payout; renders nothing without shares. */
export function OwnPosition({ market, isFinal, stamp }: OwnPositionProps) {
  const { address: wallet } = useWalletState()
  const own = useWalletData({
    subject: market,
    version: stamp,
    load: (owner, signal) =>
      callApi(
        "GET /api/internal/markets/[address]/position",
        { params: { address: market }, query: { wallet: owner } },
        { signal },
      ),
  })?.own
  if (!wallet || !own) return null
  const { contract, name, positions } = own
  const redeemable = own.redeemed === null ? BigInt(own.redeemable ?? 0) : 0n
  return (
    <Card title="Your position">
      <div className="grid gap-4">
        {own.redeemed === null ? (
          positions.map((each) => (
            <OutcomePosition
              hasPot={own.hasPot}
              isFinal={isFinal}
              key={each.outcome}
              market={market}
              position={each}
            />
          ))
        ) : (
          <p className="text-sm">
            You have redeemed <Amount unit="USDB" value={BigInt(own.redeemed)} />.
          </p>
        )}
        {redeemable > 0n && (
          <OwnRedeem
            markets={[{ token: market, contract, name, value: redeemable }]}
            wallet={wallet}
          />
        )}
        {isFinal && own.redeemed === null && own.redeemable !== null && redeemable === 0n && (
          <p className="text-sm text-muted">These shares pay nothing.</p>
        )}
      </div>
    </Card>
  )
}

type OutcomePositionProps = {
  market: string
  position: PositionData
  hasPot: boolean
  isFinal: boolean
}

function OutcomePosition({ market, position, hasPot, isFinal }: OutcomePositionProps) {
  const [shares, cost, locked] = [
    BigInt(position.shares),
    BigInt(position.cost),
    BigInt(position.locked),
  ]
  return (
    <section className="grid gap-1">
      <h3 className="flex items-center justify-between gap-3 font-medium">
        <span className="min-w-0 wrap-anywhere">
          <span className="figures">{formatAmount(shares, 2)}</span> shares of{" "}
          <bdi>{position.name}</bdi>
        </span>
        {!isFinal && (
          <ButtonLink
            className="shrink-0"
            href={`/markets/${market}?outcome=${position.outcome}#book`}
            variant="secondary"
            size="sm"
          >
            {locked < shares ? "Sell" : "Orders"}
            <span className="sr-only"> {position.name}</span>
          </ButtonLink>
        )}
      </h3>
      <dl>
        {!isFinal && (
          <DetailRow label={hasPot ? "Payout if it wins" : "Payout if it wins, without the pot"}>
            <Amount
              className="text-base font-semibold"
              unit="USDB"
              value={BigInt(position.payout)}
            />
          </DetailRow>
        )}
        <DetailRow label="Cost, including tax">
          <Amount unit="USDB" value={cost} /> ·{" "}
          {formatAmount(computeAverageCost({ shares, cost }), 4)} each
        </DetailRow>
        {!isFinal && (
          <DetailRow label="Value at the pool price">
            <Amount unit="USDB" value={BigInt(position.value)} />
          </DetailRow>
        )}
        {locked > 0n && (
          <DetailRow label="In open orders">
            <Amount value={locked} />
          </DetailRow>
        )}
      </dl>
    </section>
  )
}
