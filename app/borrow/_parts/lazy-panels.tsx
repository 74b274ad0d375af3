"use client"

import { LoansSkeleton } from "@/components/loans/loans-skeleton"
import { PricePicture } from "@/components/loans/price-picture"
import { Card } from "@/components/ui/card"
import { Skeleton } from "@/components/ui/states"
import { lazyWithWallet } from "@/components/wallet/lazy-with-wallet"
import type { BorrowPanelProps } from "./borrow-panel"

export const LazyBorrowPanel = lazyWithWallet(
  () => import("./borrow-panel").then(({ BorrowPanel }) => BorrowPanel),
  { fallback: (props) => <PanelPlaceholder {...props} /> },
)

export const LazyOwnLoans = lazyWithWallet(
  () => import("@/components/loans/own-loans").then(({ OwnLoans }) => OwnLoans),
  { fallback: <LoansSkeleton /> },
)

export const LazyExpiredLoans = lazyWithWallet(
  () => import("@/components/loans/expired-loans").then(({ ExpiredLoans }) => ExpiredLoans),
  { fallback: <LoansSkeleton /> },
)

/** Has the size of the panel; what needs no wallet is there. */
function PanelPlaceholder({ tokens, chosen }: BorrowPanelProps) {
  const token = tokens.find(({ address }) => address === chosen) ?? tokens[0]
  return (
    <div className="grid gap-5 lg:grid-cols-2">
      <Card title="New loan">
        <div className="grid gap-4">
          <Skeleton className="h-20" />
          <Skeleton className="h-34" />
          <Skeleton className="h-32" />
          <Skeleton className="h-60" />
          <Skeleton className="h-13" />
        </div>
      </Card>
      {token && (
        <Card className="self-start" title="Why no price can liquidate it">
          <PricePicture isStable={token.multiplier === 100} symbol={token.symbol} />
        </Card>
      )}
    </div>
  )
}
