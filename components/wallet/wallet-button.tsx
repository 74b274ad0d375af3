"use client"

import { Portrait } from "@/components/profiles/portrait"
import { Button } from "@/components/ui/button"
import { Icon } from "@/components/ui/icon"
import { shortAddress } from "@/lib/format"
import { useOptionalConfig } from "./config"
import { openAccount, openConnect, useOwnName, useWalletHost, useWalletView } from "./store"
import { TrayButton } from "./tray-button"

/** The same in every state, so that nothing moves when a wallet is found. */
const SIZE = "w-40 shrink-0 whitespace-nowrap max-sm:w-32 max-sm:px-2"

/** Own transactions, and: connect, or whose wallet is connected and whether it is on the right chain. */
export function WalletButton() {
  if (!useOptionalConfig()) return null
  return (
    <>
      <TrayButton />
      <ConfiguredButton />
    </>
  )
}

function ConfiguredButton() {
  const { status, address, isWrongChain } = useWalletView()
  const host = useWalletHost()
  const who = useOwnName()
  if (!address) {
    return (
      <Button
        className={SIZE}
        onClick={openConnect}
        pending={status === "loading" && host.window !== null}
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
      aria-label={`Your wallet ${shortAddress(address)}${name ? `, ${name}` : ""}${isWrongChain ? ", on another chain" : ""}`}
      className={SIZE}
      look={isWrongChain ? "danger" : "secondary"}
      onClick={openAccount}
    >
      {isWrongChain ? (
        <>
          <Icon name="warning" />
          Wrong chain
        </>
      ) : (
        <>
          <Portrait avatarUrl={who?.avatarUrl} size={24} wallet={address} />
          {name ? (
            <bdi className="min-w-0 truncate">{name}</bdi>
          ) : (
            <span className="font-mono tracking-tighter">{shortAddress(address)}</span>
          )}
        </>
      )}
    </Button>
  )
}
