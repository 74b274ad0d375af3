"use client"

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
          positions.map((each) => <Outcome isFinal={isFinal} key={each.outcome} of={each} />)
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

function Outcome({ of, isFinal }: { of: Position; isFinal: boolean }) {
  const [shares, cost, locked] = [BigInt(of.shares), BigInt(of.cost), BigInt(of.locked)]
  return (
    <section className="grid gap-1">
      <h3 className="flex items-baseline justify-between gap-3 font-medium">
        <bdi className="min-w-0 wrap-anywhere">{of.name}</bdi>
        <span className="figures shrink-0">{amount(shares, 2)} shares</span>
      </h3>
      <dl>
        {locked > 0n && (
          <Line label="Of them in orders">
            <Amount value={locked} />
          </Line>
        )}
        <Line label="Cost, with tax">
          <Amount unit="USDB" value={cost} /> · {amount(averageCost({ shares, cost }), 4)} each
        </Line>
        {!isFinal && (
          <>
            <Line label="Worth at the pool’s price">
              <Amount unit="USDB" value={BigInt(of.value)} />
            </Line>
            <Line label="Pays if it wins, before the pot">
              <Amount unit="USDB" value={BigInt(of.payout)} />
            </Line>
          </>
        )}
      </dl>
    </section>
  )
}
