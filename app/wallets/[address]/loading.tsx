import { Card } from "@/components/ui/card"
import { Skeleton } from "@/components/ui/states"

export default function ProfileLoading() {
  return (
    <div aria-busy="true" className="grid gap-5">
      <span className="sr-only" role="status">
        Loading the profile
      </span>
      <Skeleton className="h-40 w-full rounded-card" />
      <Card>
        <Skeleton className="mb-4 h-11 w-72" />
        <Skeleton className="h-80 w-full" />
      </Card>
    </div>
  )
}
