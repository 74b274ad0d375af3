"use client"

import Link from "next/link"
import { useEffect } from "react"
import { useContractClaim } from "@/app/faucet/_parts/use-contract-claim"
import { useContractFaucet } from "@/app/faucet/_parts/use-contract-faucet"
import { FailureNotice } from "@/components/browser/failure-notice"
import { useNativeBalance } from "@/components/chain/use-chain-query"
import { useKeptReferrer } from "@/components/referral/kept-referrer"
import { Button, ButtonLink } from "@/components/ui/button"
import { useWallet } from "@/components/wallet/use-wallet"
import { formatAmount } from "@/lib/format"

export type ClaimStepProps = { hasServiceFaucet: boolean; onClaimed: (wallet: string) => void }

/** Claims USDB where the visitor is. A wallet that cannot pay the network fee here goes to the faucet's page. */
export function ClaimStep({ hasServiceFaucet, onClaimed }: ClaimStepProps) {
  const wallet = useWallet()
  const { data } = useContractFaucet(wallet.address)
  const { data: feeWei } = useNativeBalance(wallet.address)
  const { state, claim, isClaimed, isRunning } = useContractClaim({
    invitedBy: useKeptReferrer(),
    payout: data?.payout,
    referrer: data?.referrer ?? null,
    wallet: wallet.address,
  })
  const claimer = isClaimed ? wallet.address : undefined
  useEffect(() => {
    if (claimer) onClaimed(claimer)
  }, [claimer, onClaimed])
  const hasToWait = data !== undefined && data.nextClaimAtMs > Date.now()
  if (wallet.isWrongChain || feeWei === 0n || hasToWait) {
    return (
      <ButtonLink href="/faucet" size="sm">
        Faucet
      </ButtonLink>
    )
  }
  return (
    <>
      <Button disabled={!data} onClick={claim} pending={isRunning} size="sm">
        Claim {data ? `${formatAmount(data.payout)} ` : ""}USDB
      </Button>
      {hasServiceFaucet && (
        <Link
          className="col-span-full inline-flex min-h-11 items-center text-sm text-link"
          href="/faucet"
        >
          Or claim up to 500 USDB a day
        </Link>
      )}
      {state.phase === "failed" && (
        <div className="col-span-full">
          <FailureNotice failure={state.failure} />
        </div>
      )}
    </>
  )
}
