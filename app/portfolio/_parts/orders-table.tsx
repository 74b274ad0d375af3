import Link from "next/link"
import { OwnCancel, OwnCancelAll } from "@/components/markets/positions/own-actions"
import { OwnerScope } from "@/components/portfolio/owner-scope"
import { Amount, Usd } from "@/components/ui/number"
import { type Column, Table } from "@/components/ui/table"
import { Time } from "@/components/ui/time"
import { toOutcomeName } from "@/lib/markets/labels"
import { findMarkets } from "@/lib/markets/list-queries"
import { getMarketContract } from "@/lib/markets/onchain"
import type { OpenOrder } from "@/lib/markets/orders/book-queries"
import type { MarketCard } from "@/lib/markets/schema"

type OrdersTableProps = { wallet: string; orders: readonly OpenOrder[]; isReadOnly: boolean }

/** A wallet's open sell orders. */
export async function OrdersTable({ wallet, orders, isReadOnly }: OrdersTableProps) {
  const rows = await findMarkets([...new Set(orders.map(({ token }) => token))])
  const markets = new Map(rows.map((market) => [market.address, market]))
  return (
    <OwnerScope className="grid grid-cols-1 gap-2 empty:hidden" wallet={wallet}>
      {orders.length > 0 && (
        <>
          <h3 className="font-medium">Open orders</h3>
          <Table
            caption="Open orders"
            columns={createColumns(markets, isReadOnly ? null : wallet)}
            rowKey={({ token, orderId }) => `${token}.${orderId}`}
            rows={orders}
          />
        </>
      )}
      {!isReadOnly && (
        <OwnCancelAll
          orders={orders.map((order) => toCancelTarget(order, markets))}
          wallet={wallet}
        />
      )}
    </OwnerScope>
  )
}

function toCancelTarget({ token, orderId }: OpenOrder, markets: ReadonlyMap<string, MarketCard>) {
  return { token, orderId, contract: getMarketContract(markets.get(token)?.kind ?? "public") }
}

function createColumns(markets: ReadonlyMap<string, MarketCard>, wallet: string | null) {
  const columns: Column<OpenOrder>[] = [
    {
      key: "outcome",
      header: "Outcome",
      isRowHeader: true,
      cell: ({ token, outcome }) => (
        <Link
          className="grid min-h-11 content-center hover:text-accent"
          href={`/markets/${token}`}
          prefetch={false}
        >
          <bdi className="max-w-28 truncate font-medium sm:max-w-60">
            {toOutcomeName(markets.get(token)?.options ?? [], outcome)}
          </bdi>
          <bdi className="max-w-28 truncate text-muted sm:max-w-60">
            {markets.get(token)?.name ?? ""}
          </bdi>
        </Link>
      ),
    },
    {
      key: "left",
      header: "Left",
      align: "right",
      cell: ({ amount, totalAmount }) => (
        <span className="grid justify-items-end">
          <Amount value={amount} />
          {amount < totalAmount && (
            <span className="text-muted">
              of <Amount value={totalAmount} />
            </span>
          )}
        </span>
      ),
    },
    {
      key: "price",
      header: "Price",
      align: "right",
      cell: ({ price }) => <Usd value={price} />,
    },
    {
      key: "age",
      header: "Listed",
      align: "right",
      isHiddenOnPhone: true,
      cell: ({ createdAt }) => <Time time={createdAt} />,
    },
  ]
  if (wallet === null) return columns
  const cancel: Column<OpenOrder> = {
    key: "cancel",
    header: "Cancel",
    align: "right",
    // Only the owner can cancel.
    className: "hidden in-data-own:table-cell",
    cell: (order) => <OwnCancel order={toCancelTarget(order, markets)} wallet={wallet} />,
  }
  return [...columns, cancel]
}
