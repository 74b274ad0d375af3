import { Skeleton } from "@/components/ui/states"

/** While the wallet's loans are being read. */
export const LoansSkeleton = () => <Skeleton className="h-40" />
