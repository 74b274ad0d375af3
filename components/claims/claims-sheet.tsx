"use client"

import Link from "next/link"
import { useEffect, useState } from "react"
import { useConfig } from "wagmi"
import { useBrowserConfig } from "@/components/chain/browser-config"
import { Button } from "@/components/ui/button"
import { Sheet } from "@/components/ui/dialog"
import { Notice } from "@/components/ui/notice"
import { Amount, Money } from "@/components/ui/number"
import { EmptyState, Skeleton } from "@/components/ui/states"
import { WrongChain } from "@/components/wallet/connect/wrong-chain"
import { CHECKING } from "@/components/wallet/transactions/status"
import { useWallet } from "@/components/wallet/use-wallet"
import { hasBatches } from "./batch"
import { type ClaimData, claimTexts, sumClaims } from "./claim-text"
import {
  type CollectContext,
  collect,
  continueRun,
  countItems,
  resumeSent,
  stopAfterThis,
} from "./collect"
import { listOpenItems, type Run, type RunItem, useRun } from "./run-store"
import { useClaims } from "./use-claims"

type Props = { isOpen: boolean; onClose: () => void }

/** Everything the connected wallet can collect: one by one, or all. */
export function ClaimsSheet({ isOpen, onClose }: Props) {
  const { address, isWrongChain } = useWallet()
  return (
    <Sheet
      description="Payouts, rewards and vested tokens that wait for this wallet."
      isOpen={isOpen}
      onClose={onClose}
      title="Collect"
    >
      {isWrongChain ? <WrongChain /> : address && <Claims onLeave={onClose} wallet={address} />}
    </Sheet>
  )
}

function Claims({ wallet, onLeave }: { wallet: string; onLeave: () => void }) {
  const wagmi = useConfig()
  const { chainId } = useBrowserConfig()
  const [attempt, setAttempt] = useState(0)
  const answer = useClaims(attempt)
  const { run: stored, isRunning, isStopping } = useRun()
  const run = stored?.wallet === wallet && stored.chainId === chainId ? stored : null
  const [context] = useState<CollectContext>({ wagmi, chainId, wallet })
  useEffect(() => {
    void resumeSent(context)
  }, [context])
  if (!answer) return <Skeleton className="h-40" />
  if (!answer.claims) {
    return (
      <Notice
        action={
          <Button onClick={() => setAttempt(attempt + 1)} variant="secondary">
            Try again
          </Button>
        }
        title="Claims could not be loaded: the chain is not responding"
        tone="warning"
      />
    )
  }
  const claims = answer.claims.filter((claim) => !isCollected(run, claim))
  return (
    <div className="grid gap-4 pt-2">
      {run && run.items.length > 1 && (
        <RunProgress context={context} isRunning={isRunning} isStopping={isStopping} run={run} />
      )}
      {claims.length > 1 && !isRunning && <CollectAll claims={claims} context={context} />}
      {claims.length === 0 ? (
        <EmptyState icon="done" title="Nothing to collect">
          Payouts of markets and price rounds, rewards and vested tokens appear here.
        </EmptyState>
      ) : (
        <ul className="divide-y divide-line">
          {claims.map((claim) => (
            <ClaimRow
              claim={claim}
              item={run?.items.find((each) => each.claim.id === claim.id) ?? null}
              isRunning={isRunning}
              key={claim.id}
              onCollect={() => collect(context, [claim])}
              onLeave={onLeave}
            />
          ))}
        </ul>
      )}
    </div>
  )
}

/** Collected since the list was loaded. */
const isCollected = (run: Run | null, { id, amount }: ClaimData) =>
  run?.items.some(
    ({ status, claim }) => status === "done" && claim.id === id && claim.amount === amount,
  ) ?? false

function CollectAll({
  claims,
  context,
}: {
  claims: readonly ClaimData[]
  context: CollectContext
}) {
  const [isBatch, setIsBatch] = useState(false)
  useEffect(() => {
    void hasBatches(context).then(setIsBatch)
  }, [context])
  return (
    <div className="grid gap-1">
      <Button onClick={() => collect(context, claims)}>
        Collect all {claims.length} <Money value={sumClaims(claims)} />
      </Button>
      <p className="text-xs text-muted">
        {isBatch
          ? "One transaction for everything."
          : `One transaction for each: your wallet asks ${claims.length} times. One that you decline is left out.`}
      </p>
    </div>
  )
}

type RunProgressProps = {
  run: Run
  context: CollectContext
  isRunning: boolean
  isStopping: boolean
}

function RunProgress({ run, context, isRunning, isStopping }: RunProgressProps) {
  const { all, done, missed } = countItems(run)
  const left = listOpenItems(run).length
  return (
    <div className="grid gap-2 rounded-control bg-sunken p-3">
      <p className="text-sm" role="status">
        {done} of {all} collected{missed > 0 && `, ${missed} left out`}
      </p>
      {isRunning && left > 0 && (
        <Button disabled={isStopping} onClick={stopAfterThis} size="sm" variant="secondary">
          {isStopping ? "Stops after this one" : "Stop after this one"}
        </Button>
      )}
      {!isRunning && left > 0 && (
        <Button onClick={() => continueRun(context)} size="sm">
          Continue with the other {left}
        </Button>
      )}
    </div>
  )
}

type ClaimRowProps = {
  claim: ClaimData
  item: RunItem | null
  isRunning: boolean
  onCollect: () => void
  onLeave: () => void
}

function ClaimRow({ claim, item, isRunning, onCollect, onLeave }: ClaimRowProps) {
  const { label, verb, href } = claimTexts[claim.kind]
  const isChecking = item?.status === "checking"
  const isBusy = isRunning && (item?.status === "asking" || item?.status === "sent" || isChecking)
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 py-3 text-sm">
      <div className="grid min-w-0">
        <Link
          className="grid min-h-11 min-w-0 content-center hover:text-accent"
          href={href(claim)}
          onClick={onLeave}
          prefetch={false}
        >
          <bdi className="truncate font-medium">{claim.title}</bdi>
          <span className="text-muted">{label}</span>
        </Link>
        <p className="figures">
          <Amount unit={claim.symbol} value={BigInt(claim.amount)} />
          {claim.valueUsd !== null && claim.symbol !== "USDB" && (
            <span className="text-muted">
              {" "}
              · <Money value={BigInt(claim.valueUsd)} />
            </span>
          )}
        </p>
      </div>
      <Button
        aria-label={`${verb}: ${label}, ${claim.title}`}
        disabled={isRunning && !isBusy}
        onClick={onCollect}
        pending={isBusy}
        size="sm"
        variant="secondary"
      >
        {verb}
      </Button>
      {isChecking && (
        <p className="col-span-2 text-muted" role="status">
          {CHECKING}
        </p>
      )}
      {item?.reason && (
        <p className="col-span-2 text-coral" role="status">
          {item.reason}
        </p>
      )}
    </li>
  )
}
