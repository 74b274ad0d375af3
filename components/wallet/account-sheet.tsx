"use client"

import { useEffect } from "react"
import type { Address as Hex } from "viem"
import { useConnection, useDisconnect } from "wagmi"
import { Portrait } from "@/components/profiles/portrait"
import { Button, ButtonLink } from "@/components/ui/button"
import { CopyButton } from "@/components/ui/copy-button"
import { Line } from "@/components/ui/figures"
import { Icon } from "@/components/ui/icon"
import { Amount } from "@/components/ui/number"
import { Sheet } from "@/components/ui/sheet"
import { shortAddress } from "@/lib/format"
import { useBrowserConfig } from "./config"
import { DevelopmentAccounts } from "./development-accounts-panel"
import { DEVELOPMENT_WALLET_ID } from "./development-wallet"
import { SessionSwitcher } from "./session-switcher"
import { SignInPanel } from "./sign-in-panel"
import { openTransactions, useOwnName } from "./store"
import { useNativeBalance, useTokenBalance } from "./use-chain-query"
import { useWallet } from "./use-wallet"
import { WrongChain } from "./wrong-chain"

type Props = { isOpen: boolean; onClose: () => void }

/** The connected wallet: what it has, who is signed in, the ways on and out. */
export function AccountSheet({ isOpen, onClose }: Props) {
  const wallet = useWallet()
  const isGone = wallet.status === "disconnected"
  useEffect(() => {
    if (isGone) onClose()
  }, [isGone, onClose])
  return (
    <Sheet isOpen={isOpen && !isGone} onClose={onClose} title="Your wallet">
      {wallet.address ? (
        <Account address={wallet.address} isWrongChain={wallet.isWrongChain} onClose={onClose} />
      ) : (
        <p className="text-sm text-muted" role="status">
          Asking your wallet …
        </p>
      )}
    </Sheet>
  )
}

type AccountProps = { address: Hex; isWrongChain: boolean; onClose: () => void }

function Account({ address, isWrongChain, onClose }: AccountProps) {
  const { connector } = useConnection()
  const who = useOwnName()
  return (
    <div className="grid gap-5">
      <div className="flex items-center gap-3">
        <Portrait avatarUrl={who?.avatarUrl} size={44} wallet={address} />
        <p className="grid min-w-0 flex-1">
          {who?.username && <bdi className="truncate text-lg font-semibold">{who.username}</bdi>}
          <span
            className={who?.username ? "figures text-sm" : "figures text-lg font-semibold"}
            title={address}
          >
            {shortAddress(address)}
          </span>
          <span className="truncate text-sm text-muted">{connector?.name}</span>
        </p>
        <CopyButton label="Copy" look="quiet" text={address} />
      </div>
      {isWrongChain && <WrongChain />}
      <Balances address={address} />
      <Ways address={address} onClose={onClose} />
      <SignInPanel />
      <SessionSwitcher />
      {connector?.id === DEVELOPMENT_WALLET_ID && <DevelopmentAccounts current={address} />}
      <Disconnect onClose={onClose} />
    </div>
  )
}

function Ways({ address, onClose }: { address: Hex; onClose: () => void }) {
  return (
    <nav aria-label="Your pages" className="grid grid-cols-3 gap-2">
      <ButtonLink href={`/portfolio/${address}`} look="secondary" onClick={onClose} size="sm">
        Portfolio
      </ButtonLink>
      <ButtonLink href={`/wallets/${address}`} look="secondary" onClick={onClose} size="sm">
        Profile
      </ButtonLink>
      <Button look="secondary" onClick={openTransactions} size="sm">
        History
      </Button>
    </nav>
  )
}

function Disconnect({ onClose }: { onClose: () => void }) {
  const disconnect = useDisconnect()
  return (
    <Button
      look="danger"
      onClick={() => disconnect.mutate({}, { onSuccess: onClose })}
      pending={disconnect.isPending}
    >
      <Icon name="leave" size={18} />
      Disconnect
    </Button>
  )
}

type Balance = { data: bigint | undefined; isError: boolean }

function Balances({ address }: { address: Hex }) {
  const { contracts, chainName } = useBrowserConfig()
  const usdb = useTokenBalance(contracts.usdb, address)
  const tide = useTokenBalance(contracts.mainToken, address)
  const native = useNativeBalance(address)
  return (
    <dl className="rounded-control bg-sunken px-3 py-2">
      <Line label="Network">{chainName}</Line>
      <Line label="USDB">
        <Shown balance={usdb} />
      </Line>
      <Line label="TIDE">
        <Shown balance={tide} />
      </Line>
      <Line label="Native coin, for network fees">
        <Shown balance={native} />
      </Line>
    </dl>
  )
}

function Shown({ balance: { data, isError } }: { balance: Balance }) {
  if (data !== undefined) return <Amount value={data} />
  return isError ? "not available" : "…"
}
