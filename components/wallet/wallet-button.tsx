"use client"

import { useEffect } from "react"
import { useOptionalConfig } from "@/components/chain/browser-config"
import { Avatar } from "@/components/profiles/avatar"
import { Button } from "@/components/ui/button"
import { Icon } from "@/components/ui/icon"
import { shortenAddress } from "@/lib/format"
import {
  openAccount,
  openOwnWallet,
  openTransactions,
  useOwnProfile,
  useWalletDialog,
  useWalletState,
} from "./store"
import { selectTransactions, useTransactions } from "./transactions/store"
import { isInProgress } from "./transactions/stored-transaction"

/** The same in every state, so that nothing moves once the wallet is known. */
const SIZE = "w-40 shrink-0 whitespace-nowrap max-sm:w-32 max-sm:px-2"

/** The header's wallet controls; nothing if no chain is configured. */
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
  const { dialog } = useWalletDialog()
  const profile = useOwnProfile()
  useEffect(forgetFirstPaint, [])
  if (!address) {
    return (
      <Button
        className={`connect ${SIZE}`}
        onClick={openOwnWallet}
        pending={status === "loading" && dialog !== null}
      >
        <Icon name="wallet" />
        <span className="in-data-wallet:hidden">
          Connect<span className="max-sm:sr-only"> wallet</span>
        </span>
        <span className="last-wallet hidden min-w-0 truncate in-data-wallet:inline in-data-[wallet=address]:font-mono in-data-[wallet=address]:tracking-tighter">
          <span className="sr-only">Your wallet </span>
        </span>
      </Button>
    )
  }
  const name = profile?.username ?? null
  return (
    <Button
      aria-label={`Your wallet ${shortenAddress(address)}${name ? `, ${name}` : ""}${isWrongChain ? ", wrong network" : ""}`}
      className={SIZE}
      variant={isWrongChain ? "danger" : "secondary"}
      onClick={openAccount}
    >
      {isWrongChain ? (
        <>
          <Icon name="warning" />
          Wrong network
        </>
      ) : (
        <>
          <Avatar avatarUrl={profile?.avatarUrl} size={24} wallet={address} />
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

/** From here on the store knows the wallet: it shows it before the browser paints again, or there is none. */
function forgetFirstPaint() {
  const { dataset, style } = document.documentElement
  delete dataset.wallet
  style.removeProperty("--wallet")
}

/** Opens the list of transactions; shows how many are pending. */
function TransactionsButton() {
  const config = useOptionalConfig()
  const { address } = useWalletState()
  const transactions = useTransactions()
  if (!config) return null
  const count = selectTransactions(transactions, config.chainId, address).filter(
    isInProgress,
  ).length
  return (
    <button
      aria-label={count > 0 ? `Transactions, ${count} pending` : "Transactions"}
      className="relative flex size-11 shrink-0 items-center justify-center rounded-control text-muted hover:bg-sunken hover:text-ink"
      onClick={openTransactions}
      title="Transactions"
      type="button"
    >
      <Icon name="clock" />
      {count > 0 && (
        <span
          aria-hidden="true"
          className="figures absolute top-1 right-1 flex h-4 min-w-4 items-center justify-center rounded-full bg-accent px-1 text-[0.6875rem] font-semibold text-on-accent"
        >
          {count}
        </span>
      )}
    </button>
  )
}
