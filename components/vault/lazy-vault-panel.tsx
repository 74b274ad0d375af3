"use client"

import { Card } from "@/components/ui/card"
import { lazyWithWallet } from "@/components/wallet/lazy-with-wallet"
import { PanelSkeleton } from "./panel-skeleton"

/** The wallet's position, loaded after the page. */
export const LazyVaultPanel = lazyWithWallet(
  () => import("./vault-panel").then(({ VaultPanel }) => VaultPanel),
  {
    fallback: (
      <Card title="Your position">
        <PanelSkeleton />
      </Card>
    ),
  },
)
