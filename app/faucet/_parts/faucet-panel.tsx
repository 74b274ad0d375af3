"use client"

import { type Address as HexAddress, zeroAddress } from "viem"
import { readContract } from "viem/actions"
import { describeFailure } from "@/components/browser/failure"
import { FailureNotice } from "@/components/browser/failure-notice"
import { useBrowserConfig } from "@/components/chain/browser-config"
import { useChainQuery, useNativeBalance } from "@/components/chain/use-chain-query"
import { Address } from "@/components/ui/address"
import { Button } from "@/components/ui/button"
import { Card } from "@/components/ui/card"
import { CopyButton } from "@/components/ui/copy-button"
import { Stat } from "@/components/ui/figures"
import { Notice } from "@/components/ui/notice"
import { Skeleton } from "@/components/ui/states"
import { useWallet } from "@/components/wallet/use-wallet"
import { toAddress } from "@/lib/chain/browser"
import { usdbAbi } from "@/lib/chain/generated/USDB"
import { formatAmount, shortenAddress } from "@/lib/format"
import { ClaimAction } from "./claim"
import { canClaim, listRequirements } from "./claim-requirements"
import { useSecondsUntil } from "./cooldown"
import { RequirementList } from "./requirement-list"

export function FaucetPanel({ invitedBy }: { invitedBy: string | null }) {
  const wallet = useWallet()
  const faucet = useFaucet(wallet.address)
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

/** The wallet's referral link. */
function ReferralLink({ wallet }: { wallet: string }) {
  const { baseUrl } = useBrowserConfig()
  const link = `${baseUrl}/faucet?ref=${wallet}`
  return (
    <Card title="Refer others">
      <p className="text-sm text-muted">
        You become the referrer of each wallet that makes its first claim through your link.
      </p>
      <p className="my-3 rounded-control bg-sunken p-3 font-mono text-sm break-all">{link}</p>
      <CopyButton label="Copy referral link" text={link} />
    </Card>
  )
}

type ReferralNoticeProps = {
  invitedBy: string | null
  referrer: string | null
  wallet: string | undefined
}

/** What the referral link means for this wallet. */
function ReferralNotice({ invitedBy, referrer, wallet }: ReferralNoticeProps) {
  if (referrer) {
    return (
      <p className="flex flex-wrap items-center gap-x-1.5 text-sm text-muted">
        Referred by <Address address={referrer} href={`/wallets/${referrer}`} />. This is permanent.
      </p>
    )
  }
  if (!invitedBy) return null
  if (invitedBy === wallet) {
    return (
      <Notice title="This is your own referral link">
        <p>A wallet cannot refer itself. Your claim will have no referrer.</p>
      </Notice>
    )
  }
  return (
    <Notice title={`You were referred by ${shortenAddress(invitedBy)}`}>
      <p>Your first claim sets this wallet as your referrer permanently.</p>
    </Notice>
  )
}

/** The faucet's payout and the wallet's next claim time, referrer and balance. */
function useFaucet(owner: HexAddress | undefined) {
  const { contracts } = useBrowserConfig()
  const at = { address: contracts.usdb, abi: usdbAbi } as const
  return useChainQuery({
    key: ["faucet", owner],
    async read(client) {
      const args = [owner ?? zeroAddress] as const
      const [payout, nextClaimAt, referrer, balance] = await Promise.all([
        readContract(client, { ...at, functionName: "FAUCET_AMOUNT" }),
        readContract(client, { ...at, functionName: "nextClaimAt", args }),
        readContract(client, { ...at, functionName: "referrer", args }),
        readContract(client, { ...at, functionName: "balanceOf", args }),
      ])
      return {
        payout,
        balance,
        nextClaimAtMs: Number(nextClaimAt) * 1_000,
        referrer: referrer === zeroAddress ? null : referrer.toLowerCase(),
      }
    },
  })
}
