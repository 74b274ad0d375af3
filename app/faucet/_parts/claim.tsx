"use client"

import { type Address, zeroAddress } from "viem"
import { useBrowserConfig } from "@/components/chain/browser-config"
import { forgetReferrer } from "@/components/referral/kept-referrer"
import { Button, ButtonLink } from "@/components/ui/button"
import { WrongChain } from "@/components/wallet/connect/wrong-chain"
import { openConnect } from "@/components/wallet/store"
import { TransactionProgress } from "@/components/wallet/transactions/transaction-progress"
import { useTransaction } from "@/components/wallet/transactions/use-transaction"
import type { useWallet } from "@/components/wallet/use-wallet"
import { faucetCall } from "@/lib/faucet/calls"
import { formatAmount } from "@/lib/format"
import { Cooldown } from "./cooldown"

const SYNC = ["/api/v1/sync", "/api/v1/sync/faucet"]

type ClaimActionProps = {
  wallet: ReturnType<typeof useWallet>
  payout: bigint | undefined
  waitSeconds: number | undefined
  /** All requirements are met. */
  canClaim: boolean
  /** The zero address means none. */
  referrer: Address
}

/** The next action: connect, switch the network, wait, or claim. */
export function ClaimAction({ wallet, payout, waitSeconds, canClaim, referrer }: ClaimActionProps) {
  const { contracts } = useBrowserConfig()
  const transaction = useTransaction({
    name: "faucet",
    title: payout === undefined ? "Claim USDB" : `Claim ${formatAmount(payout)} USDB`,
    sync: SYNC,
    onMined: () => forgetReferrer(),
  })
  const sum = payout === undefined ? "" : `${formatAmount(payout)} `

  if (wallet.status !== "connected") {
    return (
      <Button onClick={openConnect} pending={wallet.status === "connecting"} size="lg">
        Connect a wallet to claim
      </Button>
    )
  }
  if (wallet.isWrongChain) return <WrongChain />

  const claim = () =>
    transaction.run({
      call: faucetCall(contracts, referrer),
      action: { action: "faucet.claim", ...(referrer !== zeroAddress && { referrer }) },
    })

  return (
    <>
      {waitSeconds !== undefined && waitSeconds > 0 && !transaction.isRunning ? (
        <Cooldown seconds={waitSeconds} />
      ) : (
        <Button
          disabled={!canClaim && !transaction.isRunning}
          onClick={claim}
          pending={transaction.isRunning}
          size="lg"
        >
          Claim {sum}USDB
        </Button>
      )}
      <TransactionProgress
        hasApproval={false}
        state={transaction.state}
        success={`${sum}USDB claimed`}
      />
      {transaction.state.phase === "done" && (
        <ButtonLink href="/launchpad" variant="secondary">
          Find a token to trade
        </ButtonLink>
      )}
    </>
  )
}
