"use client"

import { useEffect, useState } from "react"
import { useBrowserConfig } from "@/components/chain/browser-config"
import { useChainQuery } from "@/components/chain/use-chain-query"
import { ReadFailure } from "@/components/ticket/quote-status"
import { readSlippage } from "@/components/ticket/slippage"
import { Button } from "@/components/ui/button"
import { Card } from "@/components/ui/card"
import { SegmentedControl } from "@/components/ui/segmented-control"
import { EmptyState } from "@/components/ui/states"
import { openConnect } from "@/components/wallet/store"
import { findPendingTransaction } from "@/components/wallet/transactions/store"
import { useWallet } from "@/components/wallet/use-wallet"
import { useWalletData } from "@/components/wallet/use-wallet-data"
import { callApi } from "@/lib/api/client"
import type { VaultEntry } from "@/lib/vault/math"
import type { VaultFormContext } from "./action-form"
import { BORROW, BorrowForm } from "./borrow-form"
import { LOCK, LockForm, UNLOCK } from "./lock-form"
import { PanelSkeleton } from "./panel-skeleton"
import { PositionFigures } from "./position-card"
import type { LockDirection } from "./share-actions"
import { VaultLoan } from "./vault-loan"
import { readVault } from "./vault-state"
import { UNWRAP, WRAP, type WrapDirection, WrapForm } from "./wrap-form"

type Mode = "wrap" | "lock" | "borrow"

const modes = [
  { value: "wrap", label: "Wrap" },
  { value: "lock", label: "Lock" },
  { value: "borrow", label: "Borrow" },
] as const

/** The wallet's position in the vault with everything it can do; the state is read from the chain. */
export function VaultPanel({ version }: { version: string }) {
  const { contracts } = useBrowserConfig()
  const wallet = useWallet()
  const vault = useChainQuery({
    key: ["vault", wallet.address],
    read: (client) => readVault(client, contracts, wallet.address),
  })
  const entry = useEntry(version)
  const [slippage, setSlippage] = useState(readSlippage)
  const { data } = vault
  return (
    <Card title="Your position">
      <div className="grid grid-cols-1 gap-5">
        <ReadFailure query={vault} />
        {data ? (
          <>
            {data.holder ? (
              <>
                <PositionFigures entry={entry} holder={data.holder} state={data} />
                {data.holder.loan && <VaultLoan holder={data.holder} loan={data.holder.loan} />}
              </>
            ) : (
              <Disconnected isConnecting={wallet.status === "connecting"} />
            )}
            <Actions
              readAt={vault.dataUpdatedAt}
              refresh={async () => (await vault.refetch()).data ?? null}
              slippage={{ value: slippage, set: setSlippage }}
              state={data}
              wallet={wallet}
            />
          </>
        ) : (
          !vault.isError && <PanelSkeleton />
        )}
      </div>
    </Card>
  )
}

/** The cost of the wallet's shares; null until the index has answered. */
function useEntry(version: string): VaultEntry | null {
  const position = useWalletData({
    subject: "vault",
    version,
    load: (wallet, signal) =>
      callApi("GET /api/internal/vault/position", { query: { wallet } }, { signal }),
  })
  if (!position) return null
  const { shares, cost, realised } = position
  return { shares: BigInt(shares), cost: BigInt(cost), realised: BigInt(realised) }
}

function Disconnected({ isConnecting }: { isConnecting: boolean }) {
  return (
    <EmptyState
      action={
        <Button onClick={openConnect} pending={isConnecting} variant="secondary">
          Connect wallet
        </Button>
      }
      icon="vault"
      title="No wallet connected"
    >
      Connect one to see what it holds in the vault. Below you can see what a deposit would give.
    </EmptyState>
  )
}

/** Wrap and lock, each in two directions, and borrow. */
function Actions(context: VaultFormContext) {
  const { chainId } = useBrowserConfig()
  const [mode, setMode] = useState<Mode>("wrap")
  const [wrapDirection, setWrapDirection] = useState<WrapDirection>("wrap")
  const [lockDirection, setLockDirection] = useState<LockDirection>("lock")
  // A transaction sent before a reload is shown where it was sent.
  useEffect(() => {
    const isPending = (name: string) => findPendingTransaction(name, chainId) !== null
    if (isPending(WRAP)) setWrapDirection("wrap")
    if (isPending(UNWRAP)) setWrapDirection("unwrap")
    if (isPending(UNLOCK)) setLockDirection("unlock")
    if (isPending(LOCK) || isPending(UNLOCK)) setMode("lock")
    if (isPending(BORROW)) setMode("borrow")
  }, [chainId])
  return (
    <div className="grid grid-cols-1 gap-4 border-t border-line pt-5">
      <SegmentedControl label="Action" onChange={setMode} options={modes} value={mode} />
      {mode === "wrap" && (
        <WrapForm {...context} direction={wrapDirection} onDirection={setWrapDirection} />
      )}
      {mode === "lock" && (
        <LockForm {...context} direction={lockDirection} onDirection={setLockDirection} />
      )}
      {mode === "borrow" && <BorrowForm {...context} onLock={() => setMode("lock")} />}
    </div>
  )
}
