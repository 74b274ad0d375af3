import { Skeleton } from "@/components/ui/states"

/** In the place of the position and its actions until they are there; about as large. */
export function PanelSkeleton() {
  return (
    <div className="grid gap-4">
      <Skeleton className="h-46" />
      <Skeleton className="h-13" />
      <Skeleton className="h-13" />
      <Skeleton className="h-20" />
      <Skeleton className="h-30" />
      <Skeleton className="h-12" />
    </div>
  )
}
