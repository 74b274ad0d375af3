"use client"

import { zeroAddress } from "viem"
import { Button } from "@/components/ui/button"
import { Card } from "@/components/ui/card"
import { Stat } from "@/components/ui/figures"
import { Skeleton } from "@/components/ui/states"
import { describeFailure } from "@/components/wallet/failure"
import { FailureNotice } from "@/components/wallet/failure-notice"
import { useNativeBalance } from "@/components/wallet/use-chain-query"
import { useWallet } from "@/components/wallet/use-wallet"
import { toAddress } from "@/lib/chain/browser"
import { amount } from "@/lib/format"
import { CheckList } from "./check-list"
import { checksOf, isOpen } from "./checks"
import { Claim } from "./claim"
import { useSecondsUntil } from "./cooldown"
import { Invitation } from "./invitation"
import { ReferralLink } from "./referral-link"
import { useFaucet } from "./use-faucet"

/** Claims USDB on the chain and tells the index about it. */
export function FaucetPanel({ invitedBy }: { invitedBy: string | null }) {
  const wallet = useWallet()
  const faucet = useFaucet(wallet.address)
  const { data: feeWei } = useNativeBalance(wallet.address)
  const { data } = faucet
  const waitSeconds = useSecondsUntil(data?.nextClaimAtMs)
  const checks = checksOf({
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
                <Button look="secondary" onClick={() => faucet.refetch()}>
                  Try again
                </Button>
              }
              failure={describeFailure(faucet.error)}
            />
          )}
          <dl className="grid h-12 grid-cols-2 gap-4">
            <Stat label="A claim gives">
              <Sum value={data?.payout} />
            </Stat>
            <Stat label="Your balance">
              {wallet.address ? <Sum decimals={2} value={data?.balance} /> : "–"}
            </Stat>
          </dl>
          <CheckList checks={checks} />
          <Invitation invitedBy={invitedBy} referrer={referrer} wallet={wallet.address} />
          <Claim
            isOpen={isOpen(checks)}
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

function Sum({ value, decimals }: { value: bigint | undefined; decimals?: number }) {
  if (value === undefined) return <Skeleton className="mt-1 h-5 w-24" />
  return `${amount(value, decimals)} USDB`
}
