"use client"

import { useEffect } from "react"
import type { Address as Hex } from "viem"
import { useConnection, useDisconnect } from "wagmi"
import { useBrowserConfig } from "@/components/chain/browser-config"
import { useNativeBalance, useTokenBalance } from "@/components/chain/use-chain-query"
import { ClaimsButton } from "@/components/claims/claims-button"
import { Avatar } from "@/components/profiles/avatar"
import { Button, ButtonLink } from "@/components/ui/button"
import { CopyButton } from "@/components/ui/copy-button"
import { Sheet } from "@/components/ui/dialog"
import { DetailRow } from "@/components/ui/figures"
import { Icon } from "@/components/ui/icon"
import { Amount } from "@/components/ui/number"
import { shortenAddress } from "@/lib/format"
import { WrongChain } from "./connect/wrong-chain"
import { DevelopmentAccounts } from "./development/accounts-panel"
import { DEVELOPMENT_WALLET_ID } from "./development/wallet"
import { useSession } from "./session/session"
import { SessionWallets } from "./session/session-wallets"
import { SignInPanel } from "./session/sign-in-panel"
import { openTransactions, useOwnProfile } from "./store"
import { useWallet } from "./use-wallet"

type Props = { isOpen: boolean; onClose: () => void }

/** The connected wallet: balances, links, sign-in and disconnecting. */
export function AccountSheet({ isOpen, onClose }: Props) {
  const wallet = useWallet()
  const isDisconnected = wallet.status === "disconnected"
  useEffect(() => {
    if (isDisconnected) onClose()
  }, [isDisconnected, onClose])
  return (
    <Sheet isOpen={isOpen && !isDisconnected} onClose={onClose} title="Your wallet">
      {wallet.address ? (
        <Account address={wallet.address} isWrongChain={wallet.isWrongChain} onClose={onClose} />
      ) : (
        <p className="text-sm text-muted" role="status">
          Connecting to your wallet…
        </p>
      )}
    </Sheet>
  )
}

type AccountProps = { address: Hex; isWrongChain: boolean; onClose: () => void }

function Account({ address, isWrongChain, onClose }: AccountProps) {
  const { connector } = useConnection()
  const profile = useOwnProfile()
  const { wallets } = useSession()
  return (
    <div className="grid gap-5">
      <div className="flex items-center gap-3">
        <Avatar avatarUrl={profile?.avatarUrl} size={44} wallet={address} />
        <p className="grid min-w-0 flex-1">
          {profile?.username && (
            <bdi className="truncate text-lg font-semibold">{profile.username}</bdi>
          )}
          <span
            className={profile?.username ? "figures text-sm" : "figures text-lg font-semibold"}
            title={address}
          >
            {shortenAddress(address)}
          </span>
          <span className="truncate text-sm text-muted">{connector?.name}</span>
        </p>
        <CopyButton label="Copy" variant="quiet" text={address} />
      </div>
      {isWrongChain && <WrongChain />}
      <Balances address={address} />
      <ClaimsButton className="w-full" />
      <AccountLinks address={address} onClose={onClose} />
      <SignInPanel />
      {wallets && wallets.length > 0 && (
        <section className="grid gap-1">
          <h3 className="text-sm font-semibold">Signed-in wallets</h3>
          <SessionWallets />
        </section>
      )}
      {connector?.id === DEVELOPMENT_WALLET_ID && <DevelopmentAccounts current={address} />}
      <DisconnectButton onClose={onClose} />
    </div>
  )
}

function AccountLinks({ address, onClose }: { address: Hex; onClose: () => void }) {
  return (
    <nav aria-label="Your pages" className="flex flex-wrap gap-2 *:grow">
      <ButtonLink href={`/portfolio/${address}`} variant="secondary" onClick={onClose} size="sm">
        Portfolio
      </ButtonLink>
      <ButtonLink href={`/wallets/${address}`} variant="secondary" onClick={onClose} size="sm">
        Profile
      </ButtonLink>
      <ButtonLink href="/account" variant="secondary" onClick={onClose} size="sm">
        Account
      </ButtonLink>
      <Button variant="secondary" onClick={openTransactions} size="sm">
        Transactions
      </Button>
    </nav>
  )
}

function DisconnectButton({ onClose }: { onClose: () => void }) {
  const disconnect = useDisconnect()
  return (
    <Button
      variant="danger"
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
      <DetailRow label="Network">{chainName}</DetailRow>
      <DetailRow label="USDB">
        <BalanceValue balance={usdb} />
      </DetailRow>
      <DetailRow label="TIDE">
        <BalanceValue balance={tide} />
      </DetailRow>
      <DetailRow label="ETH, for network fees">
        <BalanceValue balance={native} />
      </DetailRow>
    </dl>
  )
}

function BalanceValue({ balance: { data, isError } }: { balance: Balance }) {
  if (data !== undefined) return <Amount value={data} />
  return isError ? "Unavailable" : "…"
}
