"use client"

import { lazyWithWallet } from "@/components/wallet/lazy-with-wallet"
import { useWalletState } from "@/components/wallet/store"

const EditForm = lazyWithWallet(() => import("./edit-form").then((part) => part.EditForm), {
  fallback: null,
})

/** The edit button for a token's creator; null for other visitors. */
export function EditProject({ token, dev }: { token: string; dev: string }) {
  const { address } = useWalletState()
  return address === dev ? <EditForm token={token} /> : null
}
