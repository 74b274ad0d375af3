"use client"

import { Card } from "@/components/ui/card"
import { Skeleton } from "@/components/ui/states"
import { lazyWithWallet } from "@/components/wallet/lazy-with-wallet"

export const LazyCreateForm = lazyWithWallet(
  () => import("./create-form").then(({ CreateForm }) => CreateForm),
  { fallback: <FormSkeleton /> },
)

/** Has about the size of the form. */
function FormSkeleton() {
  return (
    <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <div className="grid grid-cols-1 gap-5">
        <Card title="Tokens and beneficiaries">
          <Skeleton className="h-106" />
        </Card>
        <Card title="Schedule">
          <Skeleton className="h-66" />
        </Card>
      </div>
      <Card title="Review">
        <Skeleton className="h-120" />
      </Card>
    </div>
  )
}
