"use client"

import { readContract } from "viem/actions"
import { useBrowserConfig } from "@/components/chain/browser-config"
import { useChainQuery } from "@/components/chain/use-chain-query"
import { Button } from "@/components/ui/button"
import { WrongChain } from "@/components/wallet/connect/wrong-chain"
import { openConnect } from "@/components/wallet/store"
import { TransactionProgress } from "@/components/wallet/transactions/transaction-progress"
import { useTransaction } from "@/components/wallet/transactions/use-transaction"
import { useWallet } from "@/components/wallet/use-wallet"
import { stakingVaultAbi } from "@/lib/chain/generated/StakingVault"
import { formatAmount } from "@/lib/format"
import { investYieldCall } from "@/lib/vault/calls"
import { MIN_INVESTMENT } from "@/lib/vault/math"

/** Buys TIDE with the USDB that waits in the vault. Any wallet may do so, and pays only the network fee. */
export function InvestButton() {
  const { contracts } = useBrowserConfig()
  const wallet = useWallet()
  const pending = useChainQuery({
    key: ["vault", "pending"],
    read: (client) =>
      readContract(client, {
        address: contracts.vault,
        abi: stakingVaultAbi,
        functionName: "pendingYield",
      }),
  }).data
  const { run, state, isRunning } = useTransaction({ name: "vault.invest" })
  const isConnected = wallet.status === "connected"
  const invest = () =>
    run({
      title: `Invest ${formatAmount(pending ?? 0n)} USDB for the vault`,
      call: investYieldCall(contracts),
      action: null,
    })
  const isEmpty = pending === undefined || pending < MIN_INVESTMENT
  return (
    <div className="grid grid-cols-1 gap-3">
      {wallet.isWrongChain ? (
        <WrongChain />
      ) : (
        <Button
          disabled={isEmpty && !isRunning}
          onClick={() => (isConnected ? void invest() : openConnect())}
          pending={isRunning || wallet.status === "connecting"}
          variant="secondary"
        >
          {isConnected || isEmpty ? "Invest now" : "Connect to invest"}
        </Button>
      )}
      <TransactionProgress hasApproval={false} state={state} success="Yield invested" />
    </div>
  )
}
