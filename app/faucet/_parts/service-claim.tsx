"use client"

import Link from "next/link"
import { FailureNotice } from "@/components/browser/failure-notice"
import { QueryFailure } from "@/components/browser/query-failure"
import { forgetReferrer } from "@/components/referral/kept-referrer"
import { Address } from "@/components/ui/address"
import { Button } from "@/components/ui/button"
import { Stat } from "@/components/ui/figures"
import { Notice } from "@/components/ui/notice"
import { Spinner } from "@/components/ui/spinner"
import { Skeleton } from "@/components/ui/states"
import { BlockedNotice } from "@/components/wallet/blocked-notice"
import { AfterClaim } from "./after-claim"
import { Cooldown, useSecondsUntil } from "./cooldown"
import { ReferralNotice } from "./referral-notice"
import { type Checklist, listSignals } from "./signal-items"
import { SignalList } from "./signal-list"
import { type ClaimProgress, useChecklist, useServiceClaim } from "./use-service-claim"

type ServiceClaimProps = { wallet: string; invitedBy: string | null; referrer: string | null }

/** What the signed-in wallet may claim from the service, and the claim itself. */
export function ServiceClaim({ wallet, invitedBy, referrer }: ServiceClaimProps) {
  const checklist = useChecklist(wallet)
  const { data } = checklist
  return (
    <div className="grid gap-4">
      <QueryFailure query={checklist} />
      <dl className="grid h-12 grid-cols-2 gap-4">
        <Stat label="Your daily claim">
          {data ? `${data.status.dailyAmount} USDB` : <Skeleton className="mt-1 h-5 w-24" />}
        </Stat>
        <Stat label="Wallet">
          <Address address={wallet} hasCopy={false} href={`/wallets/${wallet}`} />
        </Stat>
      </dl>
      <SignalList items={listSignals(data)} />
      {data?.block ? (
        <BlockedNotice {...data.block} />
      ) : (
        data && <Claim checklist={data} invitedBy={invitedBy} referrer={referrer} wallet={wallet} />
      )}
    </div>
  )
}

type ClaimProps = ServiceClaimProps & { checklist: Checklist }

function Claim({ checklist: { status }, wallet, invitedBy, referrer }: ClaimProps) {
  const { progress, failure, claim } = useServiceClaim(wallet)
  const end = status.nextClaimAt
  const wait = useSecondsUntil(end === null ? 0 : Date.parse(end))
  const isPending = progress.phase === "sending" || progress.phase === "mining"
  const named = invitedBy !== null && invitedBy !== wallet && !status.hasReferrer ? invitedBy : null
  if (!status.eligible) {
    return (
      <p className="text-sm text-muted" role="status">
        This wallet gets none of these yet. With the first one the service pays its claims, and each
        of the others adds to them.
      </p>
    )
  }
  return (
    <>
      <ReferralNotice invitedBy={invitedBy} referrer={referrer} wallet={wallet} />
      {wait !== undefined && wait > 0 && !isPending ? (
        <Cooldown seconds={wait} />
      ) : (
        <Button
          disabled={!status.canClaim && !isPending && wait !== 0}
          onClick={() => claim(named)}
          pending={isPending}
          size="lg"
        >
          Claim {status.dailyAmount} USDB
        </Button>
      )}
      <p className="text-sm text-muted">The faucet pays the network fee.</p>
      <Progress progress={progress} />
      {failure && (
        <FailureNotice
          action={
            failure.code === "INVALID_REFERRER" && (
              <Button
                onClick={() => {
                  forgetReferrer()
                  void claim(null)
                }}
                variant="secondary"
              >
                Claim without a referrer
              </Button>
            )
          }
          failure={failure}
        />
      )}
    </>
  )
}

function Progress({ progress }: { progress: ClaimProgress }) {
  if (progress.phase === "idle") return null
  if (progress.phase === "done") {
    return (
      <>
        <Notice title={`${progress.amount} USDB claimed`} tone="good">
          <TransactionLink hash={progress.hash} />
        </Notice>
        <AfterClaim />
      </>
    )
  }
  return (
    <div className="flex flex-wrap items-center gap-x-2 text-sm" role="status">
      <Spinner />
      {progress.phase === "sending" ? (
        "The faucet sends your USDB."
      ) : (
        <>
          Sent. Waiting for confirmation. <TransactionLink hash={progress.hash} />
        </>
      )}
    </div>
  )
}

const TransactionLink = ({ hash }: { hash: string }) => (
  <Link
    className="inline-flex min-h-11 items-center text-link hover:underline"
    href={`/tx/${hash}`}
    prefetch={false}
  >
    View transaction
  </Link>
)
