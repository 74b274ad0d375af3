import { Skeleton } from "@/components/ui/states"

export function TicketSkeleton() {
  return (
    <div aria-hidden="true" className="grid gap-3">
      <Skeleton className="h-18" />
      <Skeleton className="h-11" />
      <Skeleton className="h-28" />
      <Skeleton className="h-12" />
    </div>
  )
}
