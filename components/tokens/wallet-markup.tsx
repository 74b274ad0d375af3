"use client"

import { badgeStyle } from "@/components/ui/figures"
import { ServerMarkup, type ServerMarkupProps } from "@/components/ui/server-markup"
import { useWalletState } from "@/components/wallet/store"

/** Markup of the server with links to wallets, among which the visitor's is marked as OwnTag marks it. */
export function WalletMarkup(props: ServerMarkupProps) {
  const { address } = useWalletState()
  return <ServerMarkup {...props} onKept={(root) => markOwnLinks(root, address)} />
}

function markOwnLinks(root: HTMLElement, own: string | null) {
  for (const tag of root.querySelectorAll("[data-own-tag]")) tag.remove()
  if (own === null) return
  for (const link of root.querySelectorAll(`a[href="/wallets/${own}"]`)) {
    const tag = document.createElement("span")
    tag.className = badgeStyle("up")
    tag.dataset.ownTag = ""
    tag.textContent = OWN_LABEL
    link.after(tag)
  }
}

const OWN_LABEL = "You"
