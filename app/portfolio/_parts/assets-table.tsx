import Link from "next/link"
import { TokenLogo } from "@/components/tokens/token-logo"
import { TokenName } from "@/components/tokens/token-name"
import { ButtonLink } from "@/components/ui/button"
import { Change } from "@/components/ui/figures"
import { Amount, Money, Price } from "@/components/ui/number"
import { EmptyState } from "@/components/ui/states"
import { type Column, Table } from "@/components/ui/table"
import { InfoTip } from "@/components/ui/tooltip"
import { computeChange } from "@/lib/format"
import type { Asset, ClosedAsset, HoldingSort, PricedToken } from "@/lib/portfolio/schema"
import type { Order } from "./url-state"

type AssetsTableProps = {
  assets: readonly Asset[]
  order: Order
  /** The page's address with another order. */
  href: (order: Order) => string
}

/** What is held, with what it cost and what came of it. */
export function AssetsTable({ assets, order, href }: AssetsTableProps) {
  if (assets.length === 0) {
    return (
      <EmptyState
        action={
          <div className="flex flex-wrap justify-center gap-2">
            <ButtonLink href="/launchpad">Find a token</ButtonLink>
            <ButtonLink href="/faucet" variant="secondary">
              Get test USDB
            </ButtonLink>
          </div>
        }
        icon="portfolio"
        title="This wallet holds no tokens"
      >
        What it buys is listed here with its cost and result.
      </EmptyState>
    )
  }
  return (
    <Table
      caption="Holdings"
      columns={createColumns((sort) => createSortLink(sort, order, href))}
      isInteractive
      rowKey={({ token }) => token}
      rows={sortAssets(assets, order)}
    />
  )
}

function createSortLink(sort: HoldingSort, order: Order, href: AssetsTableProps["href"]) {
  const isChosen = order.sort === sort
  const isAscending = isChosen ? !order.isAscending : sort === "name"
  return {
    href: href({ sort, isAscending }),
    direction: isChosen
      ? order.isAscending
        ? ("ascending" as const)
        : ("descending" as const)
      : null,
  }
}

function createColumns(sort: (by: HoldingSort) => Column<Asset>["sort"] & object): Column<Asset>[] {
  return [
    {
      key: "name",
      header: "Token",
      sort: sort("name"),
      isRowHeader: true,
      cell: (asset) => <TokenCell of={asset} />,
    },
    {
      key: "quantity",
      header: "Amount",
      align: "right",
      sort: sort("quantity"),
      isHiddenOnPhone: true,
      cell: ({ quantity, staked }) => (
        <span className="grid justify-items-end">
          <Amount value={quantity} />
          {staked > 0n && (
            <span className="text-muted">
              <Amount value={staked} /> staked
            </span>
          )}
        </span>
      ),
    },
    {
      key: "change",
      header: "Price, 24 h",
      align: "right",
      sort: sort("change"),
      isHiddenOnPhone: true,
      cell: ({ priceUsd, dayChange }) => (
        <span className="grid justify-items-end">
          <Price value={priceUsd} />
          <Change basisPoints={dayChange} />
        </span>
      ),
    },
    {
      key: "value",
      header: "Value",
      align: "right",
      sort: sort("value"),
      cell: ({ valueUsd, unrealised }) => (
        <span className="grid justify-items-end">
          <NullableMoney value={valueUsd} />
          <span className="sm:hidden">
            <span className="sr-only">unrealised </span>
            <ProfitLoss value={unrealised} />
          </span>
        </span>
      ),
    },
    {
      key: "cost",
      header: "Cost",
      aside: (
        <InfoTip label="About cost">
          What the tokens held now were bought for, taxes included, at their average cost.
        </InfoTip>
      ),
      align: "right",
      sort: sort("cost"),
      isHiddenOnPhone: true,
      cell: ({ cost }) => <NullableMoney value={cost} />,
    },
    {
      key: "unrealised",
      header: "Unrealised",
      align: "right",
      sort: sort("unrealised"),
      isHiddenOnPhone: true,
      aside: (
        <InfoTip label="About unrealised results">
          What the tokens are worth now, less what they cost. Selling a lot at once would bring in
          less.
        </InfoTip>
      ),
      cell: ({ unrealised, cost, valueUsd }) => (
        <span className="grid justify-items-end">
          <ProfitLoss value={unrealised} />
          {cost !== null && valueUsd !== null && (
            <Change basisPoints={computeChange(cost, valueUsd)} />
          )}
        </span>
      ),
    },
    {
      key: "realised",
      header: "Realised",
      align: "right",
      sort: sort("realised"),
      isHiddenOnPhone: true,
      aside: (
        <InfoTip label="About realised results">
          What sales of the token brought in, less the average cost of what was sold.
        </InfoTip>
      ),
      cell: ({ realised }) => <ProfitLoss value={realised} />,
    },
  ]
}

/** What was held once and is sold. */
export function ClosedTable({ assets }: { assets: readonly ClosedAsset[] }) {
  if (assets.length === 0) {
    return (
      <EmptyState title="Nothing is closed">
        Tokens that were sold to the last end up here.
      </EmptyState>
    )
  }
  return (
    <Table
      caption="Closed positions"
      columns={[
        { key: "name", header: "Token", isRowHeader: true, cell: (of) => <TokenCell of={of} /> },
        {
          key: "spent",
          header: "Paid",
          align: "right",
          isHiddenOnPhone: true,
          cell: ({ spent }) => <Money value={spent} />,
        },
        {
          key: "proceeds",
          header: "Brought in",
          align: "right",
          cell: ({ proceeds }) => <Money value={proceeds} />,
        },
        {
          key: "realised",
          header: "Realised",
          align: "right",
          cell: ({ realised }) => <ProfitLoss value={realised} />,
        },
      ]}
      isInteractive
      rowKey={({ token }) => token}
      rows={assets}
    />
  )
}

function TokenCell({ of: { token, name, symbol, image } }: { of: PricedToken }) {
  return (
    <span className="flex min-w-0 items-center gap-3">
      <TokenLogo address={token} image={image} size={32} symbol={symbol} />
      <span className="grid min-w-0">
        <Link
          className="flex max-w-32 min-w-0 font-medium after:absolute after:inset-0 sm:max-w-52"
          href={`/tokens/${token}`}
          prefetch={false}
        >
          <TokenName address={token} name={name} />
        </Link>
        <span className="flex max-w-32 text-muted">
          <TokenName address={token} name={symbol} />
        </span>
      </span>
    </span>
  )
}

function NullableMoney({ value }: { value: bigint | null }) {
  return value === null ? <span className="text-muted">–</span> : <Money value={value} />
}

/** A gain or loss: sign and colour say the same. */
export function ProfitLoss({ value }: { value: bigint | null }) {
  if (value === null) return <span className="text-muted">–</span>
  if (value === 0n) return <Money value={0n} />
  return (
    <span className={value > 0n ? "whitespace-nowrap text-kelp" : "whitespace-nowrap text-coral"}>
      {value > 0n ? "+" : "−"}
      <Money value={value > 0n ? value : -value} />
    </span>
  )
}

const sortKeys: Record<Exclude<HoldingSort, "name">, (asset: Asset) => bigint | null> = {
  value: ({ valueUsd }) => valueUsd,
  quantity: ({ quantity }) => quantity,
  cost: ({ cost }) => cost,
  unrealised: ({ unrealised }) => unrealised,
  realised: ({ realised }) => realised,
  change: ({ dayChange }) => dayChange,
}

/** Unknown values come last in either direction. */
export function sortAssets(assets: readonly Asset[], { sort, isAscending }: Order): Asset[] {
  const sign = isAscending ? 1 : -1
  if (sort === "name") return assets.toSorted((a, b) => sign * a.name.localeCompare(b.name, "en"))
  const key = sortKeys[sort]
  return assets.toSorted((a, b) => {
    const [left, right] = [key(a), key(b)]
    if (left === null || right === null) return left === right ? 0 : left === null ? 1 : -1
    return left === right ? 0 : left > right ? sign : -sign
  })
}
