import Link from "next/link"
import type { ReactNode } from "react"
import { OwnRedeem } from "@/components/markets/positions/own-actions"
import type { Redeemable } from "@/components/markets/positions/redeem"
import { StatusBadge } from "@/components/markets/status-badge"
import { ExportLinks } from "@/components/portfolio/export-links"
import { ButtonLink } from "@/components/ui/button"
import { Amount, Money, Usd } from "@/components/ui/number"
import { ProfitLoss } from "@/components/ui/profit-loss"
import { Section } from "@/components/ui/section"
import { EmptyState } from "@/components/ui/states"
import { type Column, Table } from "@/components/ui/table"
import { InfoTip } from "@/components/ui/tooltip"
import { toOutcomeName } from "@/lib/markets/labels"
import { getMarketContract } from "@/lib/markets/onchain"
import { findOwnOrders, type OpenOrder } from "@/lib/markets/orders/book-queries"
import { computeAverageCost } from "@/lib/markets/positions/math"
import {
  type MarketPositions,
  type Position,
  valuePositions,
} from "@/lib/markets/positions/queries"
import { type LockedProps, LockedTable } from "./locked-table"
import { OrdersTable } from "./orders-table"

type PositionsPanelProps = {
  wallet: string
  markets: readonly MarketPositions[]
  /** Bonds and voting stakes. */
  locked?: LockedProps
  /** Profiles have no actions, not even for the owner. */
  isReadOnly?: boolean
}

const NOTHING_LOCKED: LockedProps = { bonds: [], stakes: [] }

/** A wallet's outcome shares, open orders and redeemable positions. */
export async function PositionsPanel({
  wallet,
  markets,
  locked = NOTHING_LOCKED,
  isReadOnly = false,
}: PositionsPanelProps) {
  const orders = await findOwnOrders(wallet)
  const waiting = markets.flatMap(listRedeemable)
  return (
    <div className="grid grid-cols-1 gap-5">
      {markets.length + orders.length > 0 ? (
        <div className="flex flex-wrap items-center justify-between gap-x-4">
          <p className="min-w-0 flex-1 basis-80 text-sm text-muted">
            Shares are valued at the pool’s current price. Pools do not buy shares back; before
            resolution you can only sell to other traders.
          </p>
          <ExportLinks name="positions" wallet={wallet} />
        </div>
      ) : (
        <EmptyState
          action={<ButtonLink href="/markets">Find a market</ButtonLink>}
          icon="markets"
          title="No positions"
        >
          Outcome shares this wallet buys appear here with their payout if they win.
        </EmptyState>
      )}
      {!isReadOnly && <OwnRedeem markets={waiting} wallet={wallet} />}
      <Section title="Locked in resolutions">{() => LockedTable(locked)}</Section>
      {markets.map((each) => (
        <MarketGroup key={each.market.address} of={each} orders={orders}>
          {!isReadOnly && waiting.length > 1 && (
            <OwnRedeem
              markets={listRedeemable(each)}
              name={`redeem.${each.market.address}`}
              wallet={wallet}
            />
          )}
        </MarketGroup>
      ))}
      <Section title="Open orders">{() => OrdersTable({ isReadOnly, orders, wallet })}</Section>
    </div>
  )
}

function listRedeemable({ market, redeemable, redeemed }: MarketPositions): Redeemable[] {
  if (!redeemable || redeemed !== null) return []
  const { address: token, kind, name } = market
  return [{ token, name, contract: getMarketContract(kind), value: redeemable }]
}

type MarketGroupProps = {
  of: MarketPositions
  orders: readonly OpenOrder[]
  /** Actions. */
  children: ReactNode
}

function MarketGroup({ of, orders, children }: MarketGroupProps) {
  const { market, positions, redeemable } = of
  const own = orders.filter(({ token }) => token === market.address).length
  return (
    <section className="grid grid-cols-1 gap-2">
      <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h3 className="min-w-0 flex-1 basis-60 font-medium wrap-anywhere">
          <Link
            className="flex min-h-11 items-center hover:text-accent"
            href={`/markets/${market.address}`}
            prefetch={false}
          >
            <bdi>{market.name}</bdi>
          </Link>
        </h3>
        <StatusBadge status={market.status} />
      </header>
      <Table
        caption={`Shares of ${market.name}`}
        columns={columns}
        rowKey={({ outcome }) => `${outcome}`}
        rows={positions}
      />
      <p className="flex flex-wrap gap-x-4 text-sm text-muted">
        {redeemable === null ? (
          <span>
            Value <Money value={valuePositions(of)} />
          </span>
        ) : (
          <span>
            Redeemable <Amount unit="USDB" value={redeemable} />
          </span>
        )}
        {own > 0 && (
          <span>
            {own} open {own === 1 ? "order" : "orders"}
          </span>
        )}
      </p>
      {children}
    </section>
  )
}

const columns: Column<Position>[] = [
  {
    key: "outcome",
    header: "Outcome",
    isRowHeader: true,
    cell: ({ market, outcome, locked }) => (
      <span className="grid">
        <bdi className="max-w-40 truncate font-medium sm:max-w-60">
          {toOutcomeName(market.options, outcome)}
        </bdi>
        {locked > 0n && (
          <span className="text-muted">
            <Amount value={locked} /> in orders
          </span>
        )}
      </span>
    ),
  },
  {
    key: "shares",
    header: "Shares",
    align: "right",
    cell: ({ shares, cost }) => (
      <span className="grid justify-items-end">
        <Amount value={shares} />
        <span className="whitespace-nowrap text-muted">
          at <Usd value={computeAverageCost({ shares, cost })} />
        </span>
      </span>
    ),
  },
  {
    key: "cost",
    header: "Cost",
    align: "right",
    isHiddenOnPhone: true,
    aside: <InfoTip label="About cost">Amount paid, including tax.</InfoTip>,
    cell: ({ cost }) => <Money value={cost} />,
  },
  {
    key: "value",
    header: "Value",
    align: "right",
    cell: ({ value, cost, payout, market }) => (
      <span className="grid justify-items-end">
        <Money value={value} />
        <ProfitLoss value={value - cost} />
        {!market.resolvedAt && (
          <span className="whitespace-nowrap text-muted sm:hidden">
            pays <Money value={payout} />
          </span>
        )}
      </span>
    ),
  },
  {
    key: "payout",
    header: "If it wins",
    align: "right",
    isHiddenOnPhone: true,
    aside: (
      <InfoTip label="About the payout">
        What these shares pay if the outcome wins and nothing else is bought until then. Includes
        the market’s pot if the chain can be reached.
      </InfoTip>
    ),
    cell: ({ payout, market }) => (market.resolvedAt ? "–" : <Money value={payout} />),
  },
]
