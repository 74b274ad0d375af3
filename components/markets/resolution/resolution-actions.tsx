"use client"

import type { ReactNode } from "react"
import { lazyWithWallet } from "@/components/wallet/lazy-with-wallet"
import type { ActionsProps } from "./actions"

type Props = ActionsProps & {
  /** Until the wallet code has loaded: `StaticActions`, drawn by the server. */
  placeholder: ReactNode
}

/** The actions of a resolution. */
export const ResolutionActions = lazyWithWallet<Props>(
  () => import("./actions").then(({ Actions }) => Actions),
  { fallback: ({ placeholder }) => placeholder, withoutChain: null, waitsUntilSeen: true },
)
