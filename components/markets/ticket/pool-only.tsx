import { Button } from "@/components/ui/button"
import { Notice } from "@/components/ui/notice"
import type { Purchase } from "./use-purchase"

/** After a refused purchase: the same without the orders, which may be what it failed at. */
export function PoolOnlyNotice({ purchase }: { purchase: Purchase }) {
  if (!purchase.canSkipOrders) return null
  return (
    <Notice
      action={
        <Button variant="secondary" onClick={purchase.skipOrders}>
          Buy from the pool only
        </Button>
      }
      title="The orders may have changed"
    >
      <p>You can buy the same amount from the pool, without holders’ orders.</p>
    </Notice>
  )
}
