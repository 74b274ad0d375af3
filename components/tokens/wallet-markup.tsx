"use client"

import { useRef } from "react"
import { useRefresh } from "@/components/live/live-refresh"
import { badgeStyle } from "@/components/ui/figures"
import { ServerMarkup, type ServerMarkupProps } from "@/components/ui/server-markup"
import { useWalletState } from "@/components/wallet/store"

type WalletMarkupProps = ServerMarkupProps & {
  /** Whether the wallets' tools are inside: for wallets with tools the page is read again, with all its listeners. */
  hasTools?: boolean
}

/** Markup of the server with links to wallets, among which the visitor's is marked as OwnTag marks it. */
export function WalletMarkup({ hasTools = false, ...props }: WalletMarkupProps) {
  const { address } = useWalletState()
  const refresh = useRefresh()
  const toolsFor = useRef<string | null>(null)
  const onKept = (root: HTMLElement) => {
    const count = markOwnLinks(root, address)
    if (!hasTools || count === 0 || toolsFor.current === address) return
    toolsFor.current = address
    refresh()
  }
  return <ServerMarkup {...props} onKept={onKept} />
}

function markOwnLinks(root: HTMLElement, own: string | null) {
  for (const tag of root.querySelectorAll("[data-own-tag]")) tag.remove()
  if (own === null) return 0
  // Where the row links elsewhere, its wallet is no link.
  const links = root.querySelectorAll(`a[href="/wallets/${own}"], .amount[title="${own}"]`)
  for (const link of links) {
    const tag = document.createElement("span")
    tag.className = badgeStyle("up")
    tag.dataset.ownTag = ""
    tag.textContent = OWN_LABEL
    link.after(tag)
  }
  return links.length
}

const OWN_LABEL = "You"
