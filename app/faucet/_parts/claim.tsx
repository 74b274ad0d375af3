"use client"

import { Button } from "@/components/ui/button"
import { WrongChain } from "@/components/wallet/connect/wrong-chain"
import { openConnect } from "@/components/wallet/store"
import { TransactionProgress } from "@/components/wallet/transactions/transaction-progress"
import type { useWallet } from "@/components/wallet/use-wallet"
import { formatAmount } from "@/lib/format"
import { AfterClaim } from "./after-claim"
import { Cooldown } from "./cooldown"
import type { useContractClaim } from "./use-contract-claim"

type ClaimActionProps = {
  wallet: ReturnType<typeof useWallet>
  payout: bigint | undefined
  waitSeconds: number | undefined
  /** All requirements are met. */
  canClaim: boolean
  claim: ReturnType<typeof useContractClaim>
}

/** The next action: connect, switch the network, wait, or claim. */
export function ClaimAction({ wallet, payout, waitSeconds, canClaim, claim }: ClaimActionProps) {
  const sum = payout === undefined ? "" : `${formatAmount(payout)} `

  if (wallet.status !== "connected") {
    return (
      <Button onClick={openConnect} pending={wallet.status === "connecting"} size="lg">
        Connect a wallet to claim
      </Button>
    )
  }
  if (wallet.isWrongChain) return <WrongChain />

  return (
    <>
      {waitSeconds !== undefined && waitSeconds > 0 && !claim.isRunning ? (
        <Cooldown seconds={waitSeconds} />
      ) : (
        <Button
          disabled={!canClaim && !claim.isRunning}
          onClick={claim.claim}
          pending={claim.isRunning || claim.isClaimed}
          size="lg"
        >
          Claim {sum}USDB
        </Button>
      )}
      {claim.isClaimed && <AfterClaim />}
      <TransactionProgress hasApproval={false} state={claim.state} success={`${sum}USDB claimed`} />
    </>
  )
}
