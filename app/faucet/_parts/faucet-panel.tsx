"use client"

import { zeroAddress } from "viem"
import { describeFailure } from "@/components/browser/failure"
import { FailureNotice } from "@/components/browser/failure-notice"
import { useNativeBalance } from "@/components/chain/use-chain-query"
import { Button } from "@/components/ui/button"
import { Card } from "@/components/ui/card"
import { Stat } from "@/components/ui/figures"
import { Skeleton } from "@/components/ui/states"
import { useWallet } from "@/components/wallet/use-wallet"
import { toAddress } from "@/lib/chain/browser"
import { formatAmount } from "@/lib/format"
import { ClaimAction } from "./claim"
import { canClaim, listRequirements } from "./claim-requirements"
import { useSecondsUntil } from "./cooldown"
import { ReferralLink } from "./referral-link"
import { ReferralNotice } from "./referral-notice"
import { RequirementList } from "./requirement-list"
import { useFaucet } from "./use-faucet"

/** Claims USDB on the chain and tells the index about it. */
export function FaucetPanel({ invitedBy }: { invitedBy: string | null }) {
  const wallet = useWallet()
  const faucet = useFaucet(wallet.address)
  const { data: feeWei } = useNativeBalance(wallet.address)
  const { data } = faucet
  const waitSeconds = useSecondsUntil(data?.nextClaimAtMs)
  const checks = listRequirements({
    hasWallet: wallet.status === "connected",
    isWrongChain: wallet.isWrongChain,
    feeWei,
    waitSeconds,
  })
  const referrer = data?.referrer ?? null
  const isInvited = invitedBy !== null && invitedBy !== wallet.address && referrer === null

  return (
    <>
      <Card title="Daily claim">
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
            <Stat label="A claim gives">
              <UsdbAmount value={data?.payout} />
            </Stat>
            <Stat label="Your balance">
              {wallet.address ? <UsdbAmount decimals={2} value={data?.balance} /> : "–"}
            </Stat>
          </dl>
          <RequirementList checks={checks} />
          <ReferralNotice invitedBy={invitedBy} referrer={referrer} wallet={wallet.address} />
          <ClaimAction
            canClaim={canClaim(checks)}
            payout={data?.payout}
            referrer={isInvited ? toAddress(invitedBy) : zeroAddress}
            waitSeconds={waitSeconds}
            wallet={wallet}
          />
        </div>
      </Card>
      {wallet.address && <ReferralLink wallet={wallet.address} />}
    </>
  )
}

function UsdbAmount({ value, decimals }: { value: bigint | undefined; decimals?: number }) {
  if (value === undefined) return <Skeleton className="mt-1 h-5 w-24" />
  return `${formatAmount(value, decimals)} USDB`
}
