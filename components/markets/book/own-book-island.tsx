"use client"

import { walletIsland } from "@/components/wallet/island"

/** The viewer's own part of the book: nothing before a wallet is connected. */
export const OwnBook = walletIsland(() => import("./own-book").then((part) => part.OwnBook), {
  fallback: null,
})
