"use client"

import { useOptionalConfig } from "@/components/chain/browser-config"
import { Avatar } from "@/components/profiles/avatar"
import { Button } from "@/components/ui/button"
import { Icon } from "@/components/ui/icon"
import { shortenAddress } from "@/lib/format"
import { openAccount, openConnect, useOwnProfile, useWalletDialog, useWalletState } from "./store"
import { TransactionsButton } from "./transactions/transactions-button"

/** The same in every state, so that nothing moves when a wallet is found. */
const SIZE = "w-40 shrink-0 whitespace-nowrap max-sm:w-32 max-sm:px-2"

/** Own transactions, and: connect, or whose wallet is connected and whether it is on the right chain. */
export function WalletButton() {
  if (!useOptionalConfig()) return null
  return (
    <>
      <TransactionsButton />
      <ConnectOrAccountButton />
    </>
  )
}

function ConnectOrAccountButton() {
  const { status, address, isWrongChain } = useWalletState()
  const host = useWalletDialog()
  const who = useOwnProfile()
  if (!address) {
    return (
      <Button
        className={SIZE}
        onClick={openConnect}
        pending={status === "loading" && host.dialog !== null}
      >
        <Icon name="wallet" />
        <span>
          Connect<span className="max-sm:sr-only"> wallet</span>
        </span>
      </Button>
    )
  }
  const name = who?.username ?? null
  return (
    <Button
      aria-label={`Your wallet ${shortenAddress(address)}${name ? `, ${name}` : ""}${isWrongChain ? ", on another chain" : ""}`}
      className={SIZE}
      variant={isWrongChain ? "danger" : "secondary"}
      onClick={openAccount}
    >
      {isWrongChain ? (
        <>
          <Icon name="warning" />
          Wrong chain
        </>
      ) : (
        <>
          <Avatar avatarUrl={who?.avatarUrl} size={24} wallet={address} />
          {name ? (
            <bdi className="min-w-0 truncate">{name}</bdi>
          ) : (
            <span className="font-mono tracking-tighter">{shortenAddress(address)}</span>
          )}
        </>
      )}
    </Button>
  )
}
