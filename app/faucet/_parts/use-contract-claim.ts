"use client"

import { zeroAddress } from "viem"
import { useBrowserConfig } from "@/components/chain/browser-config"
import { forgetReferrer } from "@/components/referral/kept-referrer"
import { useTransaction } from "@/components/wallet/transactions/use-transaction"
import { toAddress } from "@/lib/chain/browser"
import { faucetCall } from "@/lib/faucet/calls"
import { formatAmount } from "@/lib/format"

const SYNC = ["/api/v1/sync", "/api/v1/sync/faucet"]

type ContractClaimTerms = {
  payout: bigint | undefined
  wallet: string | undefined
  invitedBy: string | null
  /** The wallet's current referrer. */
  referrer: string | null
}

/** The claim at the contract's own faucet, a transaction of the wallet; the first one sets who invited it. */
export function useContractClaim({ payout, wallet, invitedBy, referrer }: ContractClaimTerms) {
  const { contracts } = useBrowserConfig()
  const transaction = useTransaction({
    name: "faucet",
    title: payout === undefined ? "Claim USDB" : `Claim ${formatAmount(payout)} USDB`,
    sync: SYNC,
    onMined: () => forgetReferrer(),
  })
  const isInvited = invitedBy !== null && invitedBy !== wallet && referrer === null
  const named = isInvited ? toAddress(invitedBy) : zeroAddress
  const claim = () =>
    transaction.run({
      call: faucetCall(contracts, named),
      action: { action: "faucet.claim", ...(isInvited && { referrer: named }) },
    })
  const { state } = transaction
  const isClaimed = state.phase === "done" || (state.phase === "running" && state.step === "index")
  return { state, claim, isClaimed, isRunning: transaction.isRunning && !isClaimed }
}
