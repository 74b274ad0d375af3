"use client"

import type { Address, Client } from "viem"
import { readContract } from "viem/actions"
import { useChainQuery } from "@/components/chain/use-chain-query"
import { Button } from "@/components/ui/button"
import { DetailRow } from "@/components/ui/figures"
import { Notice } from "@/components/ui/notice"
import { Amount } from "@/components/ui/number"
import { Skeleton } from "@/components/ui/states"
import { WrongChain } from "@/components/wallet/connect/wrong-chain"
import { TransactionProgress } from "@/components/wallet/transactions/transaction-progress"
import { useTransaction } from "@/components/wallet/transactions/use-transaction"
import { useWallet } from "@/components/wallet/use-wallet"
import { toAddress } from "@/lib/chain/browser"
import { factoryTokenAbi } from "@/lib/chain/generated/FactoryToken"
import { claimRewardsCall } from "@/lib/claims/calls"
import { formatAmount, formatPercent } from "@/lib/format"
import type { PanelToken } from "./panel-token"

type Props = { token: Pick<PanelToken, "address" | "symbol"> }

/** Shares and rewards of the connected wallet, with a claim button. */
export function OwnRewards({ token }: Props) {
  const address = toAddress(token.address)
  const wallet = useWallet()
  const owner = wallet.address
  const { data, isError, refetch } = useChainQuery({
    key: ["rewards", address, owner],
    isEnabled: owner !== undefined,
    read: (client) => (owner ? readRewards(client, address, owner) : Promise.resolve(null)),
  })
  if (isError && !data) {
    return (
      <Notice
        action={
          <Button variant="secondary" onClick={() => refetch()}>
            Try again
          </Button>
        }
        title="Your shares could not be loaded: the chain is not responding"
        tone="warning"
      />
    )
  }
  if (!data) return <Skeleton className="h-28" />
  if (data.shares === 0n) {
    return (
      <p className="rounded-control bg-sunken p-3 text-sm text-muted">
        This wallet has no shares because it did not buy in the reward phase.
      </p>
    )
  }
  return (
    <div className="grid gap-3 rounded-control bg-sunken p-3">
      <dl>
        <DetailRow label="Your shares">
          <Amount value={data.shares} /> · {formatPercent((data.shares * 10_000n) / data.total)} of
          all shares
        </DetailRow>
        <DetailRow label="Rewards to claim">
          <Amount unit="USDB" value={data.claimable} />
        </DetailRow>
      </dl>
      {wallet.isWrongChain ? (
        <WrongChain />
      ) : (
        <Claim address={address} claimable={data.claimable} symbol={token.symbol} />
      )}
    </div>
  )
}

type ClaimProps = { address: Address; symbol: string; claimable: bigint }

function Claim({ address, symbol, claimable }: ClaimProps) {
  const transaction = useTransaction({
    name: `claim.${address}`,
    title: `Claim ${symbol} rewards`,
  })
  const claim = () =>
    transaction.run({
      title: `Claim ${formatAmount(claimable)} USDB of ${symbol} rewards`,
      call: claimRewardsCall(address),
      action: null,
    })
  return (
    <>
      <Button disabled={claimable === 0n} onClick={claim} pending={transaction.isRunning}>
        {claimable === 0n ? "Nothing to claim" : `Claim ${formatAmount(claimable)} USDB`}
      </Button>
      <TransactionProgress
        hasApproval={false}
        state={transaction.state}
        success="Rewards claimed"
      />
    </>
  )
}

async function readRewards(client: Client, address: Address, owner: Address) {
  const at = { address, abi: factoryTokenAbi } as const
  const [shares, total, claimable] = await Promise.all([
    readContract(client, { ...at, functionName: "shares", args: [owner] }),
    readContract(client, { ...at, functionName: "totalShares" }),
    readContract(client, { ...at, functionName: "getClaimableRewards", args: [owner] }),
  ])
  return { shares, total, claimable }
}
