"use client"

import { walletIsland } from "@/components/wallet/island"
import { useWalletHost } from "@/components/wallet/store"
import { useDesk } from "./desk"

const Room = walletIsland(() => import("./desk-room").then(({ DeskRoom }) => DeskRoom), {
  fallback: null,
  withoutChain: null,
})

/** Brings the desk's room when a wallet is here or somebody wants to do something. */
export function DeskHost() {
  const { isAwake } = useWalletHost()
  const { asked } = useDesk()
  return isAwake || asked ? <Room /> : null
}
