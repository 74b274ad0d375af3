import { Card } from "@/components/ui/card"
import { Skeleton } from "@/components/ui/states"

export default function TokenLoading() {
  return (
    <div aria-busy="true" className="grid gap-5">
      <span className="sr-only" role="status">
        Loading the token
      </span>
      <div className="flex items-center gap-4">
        <Skeleton className="size-13 rounded-full" />
        <div className="grid flex-1 gap-2">
          <Skeleton className="h-8 w-2/3 max-w-72" />
          <Skeleton className="h-5 w-1/2 max-w-56" />
        </div>
      </div>
      <div className="grid gap-5 lg:grid-cols-[minmax(0,1fr)_23rem]">
        <Card>
          <Skeleton className="mb-4 h-11 w-full" />
          <Skeleton className="h-[22rem] w-full sm:h-[28rem]" />
        </Card>
        <Card>
          <Skeleton className="h-[28rem] w-full" />
        </Card>
      </div>
    </div>
  )
}
