"use client"

import { describeFailure } from "@/components/browser/failure"
import { FailureNotice } from "@/components/browser/failure-notice"
import { useNativeBalance } from "@/components/chain/use-chain-query"
import { Button } from "@/components/ui/button"
import { Stat } from "@/components/ui/figures"
import { Skeleton } from "@/components/ui/states"
import { useWallet } from "@/components/wallet/use-wallet"
import { formatAmount } from "@/lib/format"
import { ClaimAction } from "./claim"
import { canClaim, listRequirements } from "./claim-requirements"
import { useSecondsUntil } from "./cooldown"
import { ReferralNotice } from "./referral-notice"
import { RequirementList } from "./requirement-list"
import { useContractClaim } from "./use-contract-claim"
import type { ContractFaucet } from "./use-contract-faucet"

type ContractClaimProps = { faucet: ContractFaucet; invitedBy: string | null }

/** The contract's own faucet: a transaction of the connected wallet. */
export function ContractClaim({ faucet, invitedBy }: ContractClaimProps) {
  const wallet = useWallet()
  const { data: feeWei } = useNativeBalance(wallet.address)
  const { data } = faucet
  const waitSeconds = useSecondsUntil(data?.nextClaimAtMs)
  const requirements = listRequirements({
    hasWallet: wallet.status === "connected",
    isWrongChain: wallet.isWrongChain,
    feeWei,
    waitSeconds,
  })
  const referrer = data?.referrer ?? null
  const claim = useContractClaim({
    ...{ invitedBy, referrer },
    payout: data?.payout,
    wallet: wallet.address,
  })
  return (
    <div className="grid gap-4">
      {faucet.isError && (
        <FailureNotice
          action={
            <Button variant="secondary" onClick={() => faucet.refetch()}>
              Try again
            </Button>
          }
          failure={describeFailure(faucet.error)}
        />
      )}
      <dl className="grid h-12 grid-cols-2 gap-4">
        <Stat label="Claim amount">
          <UsdbAmount value={data?.payout} />
        </Stat>
        <Stat label="Your balance">
          {wallet.address ? <UsdbAmount decimals={2} value={data?.balance} /> : "–"}
        </Stat>
      </dl>
      <RequirementList requirements={requirements} />
      <ReferralNotice invitedBy={invitedBy} referrer={referrer} wallet={wallet.address} />
      <ClaimAction
        canClaim={canClaim(requirements)}
        claim={claim}
        payout={data?.payout}
        waitSeconds={waitSeconds}
        wallet={wallet}
      />
    </div>
  )
}

function UsdbAmount({ value, decimals }: { value: bigint | undefined; decimals?: number }) {
  if (value === undefined) return <Skeleton className="mt-1 h-5 w-24" />
  return `${formatAmount(value, decimals)} USDB`
}
