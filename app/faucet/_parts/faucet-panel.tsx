"use client"

import { type Address, encodeFunctionData, zeroAddress } from "viem"
import { Button, ButtonLink } from "@/components/ui/button"
import { Card } from "@/components/ui/card"
import { Stat } from "@/components/ui/figures"
import { Skeleton } from "@/components/ui/states"
import { useBrowserConfig } from "@/components/wallet/config"
import { describeFailure } from "@/components/wallet/failure"
import { FailureNotice } from "@/components/wallet/failure-notice"
import { openConnect } from "@/components/wallet/store"
import { TransactionProgress } from "@/components/wallet/transaction-progress"
import { useTransaction } from "@/components/wallet/use-transaction"
import { useWallet } from "@/components/wallet/use-wallet"
import { WrongChain } from "@/components/wallet/wrong-chain"
import { toAddress } from "@/lib/chain/browser"
import { usdbAbi } from "@/lib/chain/generated/USDB"
import { amount } from "@/lib/format"
import { Cooldown, useSecondsUntil } from "./cooldown"
import { Invitation } from "./invitation"
import { ReferralLink } from "./referral-link"
import { useFaucet } from "./use-faucet"

const SYNC = ["/api/v1/sync", "/api/v1/sync/faucet"]

/** Claims USDB on the chain and tells the index about it. */
export function FaucetPanel({ invitedBy }: { invitedBy: string | null }) {
  const wallet = useWallet()
  const faucet = useFaucet(wallet.address)
  const { data } = faucet
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
          <dl className="grid grid-cols-2 gap-4">
            <Stat label="A claim gives">
              {data ? `${amount(data.payout)} USDB` : <Skeleton className="mt-1 h-6 w-24" />}
            </Stat>
            <Stat label="Your balance">
              {!wallet.address ? (
                "–"
              ) : data ? (
                `${amount(data.balance, 2)} USDB`
              ) : (
                <Skeleton className="mt-1 h-6 w-24" />
              )}
            </Stat>
          </dl>
          <Invitation invitedBy={invitedBy} referrer={referrer} wallet={wallet.address} />
          <Claim
            nextClaimAtMs={data?.nextClaimAtMs}
            payout={data?.payout}
            referrer={isInvited ? toAddress(invitedBy) : zeroAddress}
            wallet={wallet}
          />
        </div>
      </Card>
      {wallet.address && <ReferralLink wallet={wallet.address} />}
    </>
  )
}

type ClaimProps = {
  wallet: ReturnType<typeof useWallet>
  payout: bigint | undefined
  nextClaimAtMs: number | undefined
  referrer: Address
}

function Claim({ wallet, payout, nextClaimAtMs, referrer }: ClaimProps) {
  const { contracts } = useBrowserConfig()
  const transaction = useTransaction({ name: "faucet", sync: SYNC })
  const waitSeconds = useSecondsUntil(nextClaimAtMs)

  if (wallet.status !== "connected") {
    return (
      <Button className="min-h-12" onClick={openConnect} pending={wallet.status === "connecting"}>
        Connect a wallet to claim
      </Button>
    )
  }
  if (wallet.isWrongChain) return <WrongChain />

  const claim = () =>
    transaction.run({
      call: {
        to: contracts.usdb,
        data: encodeFunctionData({ abi: usdbAbi, functionName: "faucet", args: [referrer] }),
      },
    })

  return (
    <>
      {waitSeconds > 0 && !transaction.isRunning ? (
        <Cooldown seconds={waitSeconds} />
      ) : (
        <Button
          className="min-h-12"
          disabled={payout === undefined || waitSeconds > 0}
          onClick={claim}
          pending={transaction.isRunning}
        >
          Claim {payout === undefined ? "" : amount(payout)} USDB
        </Button>
      )}
      <TransactionProgress
        hasApproval={false}
        state={transaction.state}
        success={`${payout === undefined ? "" : amount(payout)} USDB claimed`}
      />
      {transaction.state.phase === "done" && (
        <ButtonLink href="/launchpad" look="secondary">
          Choose a token to trade
        </ButtonLink>
      )}
    </>
  )
}
