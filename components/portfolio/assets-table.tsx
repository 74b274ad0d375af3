import Link from "next/link"
import { TokenLogo } from "@/components/tokens/token-logo"
import { TokenName } from "@/components/tokens/token-name"
import { ButtonLink } from "@/components/ui/button"
import { Change } from "@/components/ui/figures"
import { Amount, Money, Price } from "@/components/ui/number"
import { ProfitLoss } from "@/components/ui/profit-loss"
import { EmptyState } from "@/components/ui/states"
import { type Column, Table } from "@/components/ui/table"
import { InfoTip } from "@/components/ui/tooltip"
import { computeChange } from "@/lib/format"
import type { Asset, ClosedAsset, HoldingSort, PricedToken } from "@/lib/portfolio/schema"

/** Sort order of the holdings. */
export type Order = { sort: HoldingSort; isAscending: boolean }

type AssetsTableProps = {
  assets: readonly Asset[]
  order: Order
  /** URL of the page with another order. */
  href: (order: Order) => string
}

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
        title="No holdings"
      >
        Tokens this wallet buys appear here with their cost and profit.
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
      cell: (asset) => (
        <span className="grid justify-items-end">
          <Amount value={asset.quantity} />
          <KeptAmounts of={asset} />
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
      cell: (asset) => (
        <span className="grid justify-items-end">
          <NullableMoney value={asset.valueUsd} />
          {canPledge(asset) && <BorrowLink token={asset.token} />}
          <span className="sm:hidden">
            <span className="sr-only">unrealised </span>
            <ProfitLoss value={asset.unrealised} />
          </span>
          <span className="grid justify-items-end sm:hidden">
            <KeptAmounts of={asset} />
          </span>
        </span>
      ),
    },
    {
      key: "cost",
      header: "Cost",
      aside: (
        <InfoTip label="About cost">
          Average cost of the tokens held now, including tax. Collateral, wrapped and vesting tokens
          keep theirs; leverage positions cost the money put in and the debt.
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
          Current value minus cost. Selling a large amount at once returns less than its value.
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
          Proceeds of sales minus the average cost of the tokens sold.
        </InfoTip>
      ),
      cell: ({ realised }) => <ProfitLoss value={realised} />,
    },
  ]
}

const keptParts = ["staked", "pledged", "locked", "vesting"] as const

/** Parts of the amount that contracts keep. */
function KeptAmounts({ of }: { of: Asset }) {
  return keptParts.map(
    (part) =>
      of[part] > 0n && (
        <span className="whitespace-nowrap text-muted" key={part}>
          <Amount value={of[part]} /> {part}
        </span>
      ),
  )
}

type Results = Pick<ClosedAsset, "spent" | "proceeds" | "realised">

/** The totals of a closed position. */
export const resultColumns: Column<Results>[] = [
  {
    key: "spent",
    header: "Cost",
    align: "right",
    isHiddenOnPhone: true,
    cell: ({ spent }) => <Money value={spent} />,
  },
  {
    key: "proceeds",
    header: "Proceeds",
    align: "right",
    cell: ({ proceeds }) => <Money value={proceeds} />,
  },
  {
    key: "realised",
    header: "Realised",
    align: "right",
    cell: ({ realised }) => <ProfitLoss value={realised} />,
  },
]

/** Tokens that were sold completely. */
export function ClosedTable({ assets }: { assets: readonly ClosedAsset[] }) {
  if (assets.length === 0) {
    return (
      <EmptyState title="No closed positions">
        Tokens that were sold completely appear here.
      </EmptyState>
    )
  }
  return (
    <Table
      caption="Closed positions"
      columns={[
        { key: "name", header: "Token", isRowHeader: true, cell: (of) => <TokenCell of={of} /> },
        ...resultColumns,
      ]}
      isInteractive
      rowKey={({ token }) => token}
      rows={assets}
    />
  )
}

function TokenCell({ of: { token, name, symbol, image, isVaultShare } }: { of: PricedToken }) {
  return (
    <span className="flex min-w-0 items-center gap-3">
      <TokenLogo address={token} image={image} size={32} symbol={symbol} />
      <span className="grid min-w-0">
        <Link
          className="flex max-w-32 min-w-0 font-medium after:absolute after:inset-0 sm:max-w-52"
          href={isVaultShare ? "/earn" : `/tokens/${token}`}
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

/** Whether the wallet itself holds a part of it. */
const canPledge = ({ isVaultShare, quantity, staked, pledged, vesting }: Asset) =>
  !isVaultShare && quantity > staked + pledged + vesting

/** Above the link of the whole row. */
const BorrowLink = ({ token }: { token: string }) => (
  <Link
    className="text-link relative inline-flex min-h-11 min-w-11 items-center justify-end sm:-my-2.5"
    href={`/borrow?token=${token}`}
    prefetch={false}
  >
    Borrow
  </Link>
)

function NullableMoney({ value }: { value: bigint | null }) {
  return value === null ? <span className="text-muted">–</span> : <Money value={value} />
}

const sortKeys: Record<Exclude<HoldingSort, "name">, (asset: Asset) => bigint | null> = {
  value: ({ valueUsd }) => valueUsd,
  quantity: ({ quantity }) => quantity,
  cost: ({ cost }) => cost,
  unrealised: ({ unrealised }) => unrealised,
  realised: ({ realised }) => realised,
  change: ({ dayChange }) => dayChange,
}

/** Unknown values come last in both directions. */
function sortAssets(assets: readonly Asset[], { sort, isAscending }: Order): Asset[] {
  const sign = isAscending ? 1 : -1
  if (sort === "name") return assets.toSorted((a, b) => sign * a.name.localeCompare(b.name, "en"))
  const key = sortKeys[sort]
  return assets.toSorted((a, b) => {
    const [left, right] = [key(a), key(b)]
    if (left === null || right === null) return left === right ? 0 : left === null ? 1 : -1
    return left === right ? 0 : left > right ? sign : -sign
  })
}
