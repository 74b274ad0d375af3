"use client"

import type { Address } from "viem"
import { useConnection, useDisconnect } from "wagmi"
import { Button } from "@/components/ui/button"
import { CopyButton } from "@/components/ui/copy-button"
import { Dialog } from "@/components/ui/dialog"
import { Line } from "@/components/ui/figures"
import { amount, shortAddress } from "@/lib/format"
import { useBrowserConfig } from "./config"
import { DevelopmentAccounts } from "./development-accounts-panel"
import { DEVELOPMENT_WALLET_ID } from "./development-wallet"
import { SignInPanel } from "./sign-in-panel"
import { useNativeBalance, useTokenBalance } from "./use-chain-query"
import { useWallet } from "./use-wallet"
import { WrongChain } from "./wrong-chain"

type Props = { isOpen: boolean; onClose: () => void }

export function AccountDialog({ isOpen, onClose }: Props) {
  const wallet = useWallet()
  const isShown = isOpen && wallet.status === "connected"
  return (
    <Dialog isOpen={isShown} onClose={onClose} title="Your wallet">
      {wallet.address && (
        <Account address={wallet.address} isWrongChain={wallet.isWrongChain} onClose={onClose} />
      )}
    </Dialog>
  )
}

type AccountProps = { address: Address; isWrongChain: boolean; onClose: () => void }

function Account({ address, isWrongChain, onClose }: AccountProps) {
  const { connector } = useConnection()
  const disconnect = useDisconnect()
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="grid">
          <span className="font-mono text-lg font-semibold">{shortAddress(address)}</span>
          <span className="text-sm text-muted">{connector?.name}</span>
        </p>
        <CopyButton label="Copy address" text={address} />
      </div>
      {isWrongChain && <WrongChain />}
      <Balances address={address} />
      <SignInPanel />
      {connector?.id === DEVELOPMENT_WALLET_ID && <DevelopmentAccounts current={address} />}
      <Button
        look="danger"
        onClick={() => disconnect.mutate({}, { onSuccess: onClose })}
        pending={disconnect.isPending}
      >
        Disconnect
      </Button>
    </div>
  )
}

function Balances({ address }: { address: Address }) {
  const { contracts, chainName } = useBrowserConfig()
  const usdb = useTokenBalance(contracts.usdb, address)
  const tide = useTokenBalance(contracts.mainToken, address)
  const native = useNativeBalance(address)
  const shown = (query: { data: bigint | undefined; isError: boolean }) =>
    query.data === undefined ? (query.isError ? "not available" : "…") : amount(query.data)
  return (
    <dl className="rounded-control bg-sunken px-3 py-2">
      <Line label="Network">{chainName}</Line>
      <Line label="USDB">{shown(usdb)}</Line>
      <Line label="TIDE">{shown(tide)}</Line>
      <Line label="Native coin, for network fees">{shown(native)}</Line>
    </dl>
  )
}
