"use client"

import { ButtonLink } from "@/components/ui/button"
import { Card } from "@/components/ui/card"
import { Line } from "@/components/ui/figures"
import { Amount } from "@/components/ui/number"
import { useWalletView } from "@/components/wallet/store"
import { useOwnData } from "@/components/wallet/use-own-data"
import { amount } from "@/lib/format"
import { averageCost } from "@/lib/markets/positions/math"
import { OwnRedeem } from "./own-island"

/** As it travels: amounts are decimal strings. */
type Position = {
  outcome: number
  name: string
  shares: string
  locked: string
  cost: string
  value: string
  payout: string
}

type Own = {
  name: string
  contract: string
  positions: Position[]
  /** Payouts include the pot, which only the chain knows. */
  hasPot: boolean
  redeemable: string | null
  redeemed: string | null
}

type OwnPositionProps = {
  market: string
  isFinal: boolean
  /** Changes with whatever happens in the market. */
  stamp: string
}

/** The viewer's own shares of a market, what they cost, are worth and would pay; nothing without any. */
export function OwnPosition({ market, isFinal, stamp }: OwnPositionProps) {
  const { address: wallet } = useWalletView()
  const own = useOwnData<{ own: Own | null }>(`/markets/${market}/position`, stamp)?.own
  if (!wallet || !own) return null
  const { contract, name, positions } = own
  const redeemable = own.redeemed === null ? BigInt(own.redeemable ?? 0) : 0n
  return (
    <Card title="Your position">
      <div className="grid gap-4">
        {own.redeemed === null ? (
          positions.map((each) => (
            <Outcome
              hasPot={own.hasPot}
              isFinal={isFinal}
              key={each.outcome}
              market={market}
              of={each}
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
          <p className="text-sm text-muted">
            These shares did not win; there is nothing to redeem.
          </p>
        )}
      </div>
    </Card>
  )
}

type OutcomeProps = { market: string; of: Position; hasPot: boolean; isFinal: boolean }

function Outcome({ market, of, hasPot, isFinal }: OutcomeProps) {
  const [shares, cost, locked] = [BigInt(of.shares), BigInt(of.cost), BigInt(of.locked)]
  return (
    <section className="grid gap-1">
      <h3 className="flex items-center justify-between gap-3 font-medium">
        <span className="min-w-0 wrap-anywhere">
          <span className="figures">{amount(shares, 2)}</span> shares of <bdi>{of.name}</bdi>
        </span>
        {!isFinal && (
          <ButtonLink
            className="shrink-0"
            href={`/markets/${market}?outcome=${of.outcome}#book`}
            look="secondary"
            size="sm"
          >
            {locked < shares ? "Sell" : "Orders"}
            <span className="sr-only"> {of.name}</span>
          </ButtonLink>
        )}
      </h3>
      <dl>
        {!isFinal && (
          <Line label={hasPot ? "Pays if it wins" : "Pays if it wins, before the pot"}>
            <Amount className="text-base font-semibold" unit="USDB" value={BigInt(of.payout)} />
          </Line>
        )}
        <Line label="Cost, with tax">
          <Amount unit="USDB" value={cost} /> · {amount(averageCost({ shares, cost }), 4)} each
        </Line>
        {!isFinal && (
          <Line label="Worth at the pool’s price">
            <Amount unit="USDB" value={BigInt(of.value)} />
          </Line>
        )}
        {locked > 0n && (
          <Line label="Of the shares in orders">
            <Amount value={locked} />
          </Line>
        )}
      </dl>
    </section>
  )
}
