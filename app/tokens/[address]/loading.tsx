import { Card } from "@/components/ui/card"
import { Skeleton } from "@/components/ui/states"

/** As the page stands, so that nothing moves when it comes. */
export default function TokenLoading() {
  return (
    <div
      aria-busy="true"
      className="grid grid-cols-1 gap-5 lg:grid-cols-[minmax(0,1fr)_23rem] lg:items-start"
    >
      <span className="sr-only" role="status">
        Loading the token
      </span>
      <div className="grid min-w-0 grid-cols-1 gap-5">
        <div className="flex items-center gap-4">
          <Skeleton className="size-14 rounded-full" />
          <div className="grid flex-1 gap-2">
            <Skeleton className="h-8 w-2/3 max-w-72" />
            <Skeleton className="h-5 w-1/2 max-w-56" />
          </div>
        </div>
        <Card>
          <Skeleton className="mb-4 h-11 w-full max-w-96" />
          <Skeleton className="h-[23rem] w-full sm:h-[28rem]" />
        </Card>
        <Card>
          <Skeleton className="h-40 w-full" />
        </Card>
      </div>
      <Card className="hidden lg:block">
        <Skeleton className="h-[28rem] w-full" />
      </Card>
    </div>
  )
}
