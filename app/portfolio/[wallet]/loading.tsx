import { Card } from "@/components/ui/card"
import { Skeleton } from "@/components/ui/states"

export default function WalletLoading() {
  return (
    <div aria-busy="true" className="grid gap-5">
      <span className="sr-only" role="status">
        Loading the portfolio
      </span>
      <Skeleton className="h-11 w-64" />
      <Skeleton className="h-24 w-full rounded-card" />
      <div className="grid gap-5 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        {["holdings", "trades"].map((part) => (
          <Card key={part}>
            <Skeleton className="mb-4 h-6 w-28" />
            <Skeleton className="h-80 w-full" />
          </Card>
        ))}
      </div>
    </div>
  )
}
