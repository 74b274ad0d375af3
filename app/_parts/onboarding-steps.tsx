"use client"

import { useEffect, useState } from "react"
import { prefillTicket } from "@/components/markets/ticket/prefill"
import { prefillSwap } from "@/components/swap/prefill"
import { Button, ButtonLink, IconButton } from "@/components/ui/button"
import { cn } from "@/components/ui/cn"
import { Icon } from "@/components/ui/icon"
import { Skeleton } from "@/components/ui/states"
import { lazyWithWallet } from "@/components/wallet/lazy-with-wallet"
import { openConnect, useWalletState } from "@/components/wallet/store"
import { useWalletData } from "@/components/wallet/use-wallet-data"
import { callApi } from "@/lib/api/client"
import type { FirstTrade } from "@/lib/faucet/first-trade"
import { ONBOARDING_COOKIE } from "@/lib/pages/theme"
import { WAD } from "@/lib/units"
import type { ClaimStepProps } from "./claim-step"

const YEAR_SECONDS = 31_536_000

function storeOnboardingDone(): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in some browsers
  document.cookie = `${ONBOARDING_COOKIE}=1; path=/; max-age=${YEAR_SECONDS}; samesite=lax`
}

type OnboardingStepsProps = {
  /** Null where nothing can be traded. */
  firstTrade: FirstTrade | null
  /** The service pays larger claims. */
  hasServiceFaucet: boolean
}

const ClaimStep = lazyWithWallet<ClaimStepProps>(
  () => import("./claim-step").then((part) => part.ClaimStep),
  { fallback: <Skeleton className="h-11 w-36" />, withoutChain: null },
)

/**
 * The steps to the first trade. Not shown again once completed or dismissed: a style sheet hides them in a browser where
 * they were when the page was opened, so that the layout does not shift (lib/first-paint.ts).
 */
export function OnboardingSteps({ firstTrade, hasServiceFaucet }: OnboardingStepsProps) {
  const [isHidden, setHidden] = useState(false)
  const { status, address } = useWalletState()
  const hasWallet = status !== "disconnected" && address !== null
  const progress = useWalletData({
    subject: "onboarding",
    version: hasWallet && !isHidden ? "" : null,
    load: (wallet, signal) =>
      callApi("GET /api/internal/onboarding", { query: { wallet } }, { signal }),
  })
  const [claimer, setClaimer] = useState<string | null>(null)
  const hasUsdb = progress?.hasUsdb || (address !== null && claimer === address)
  const done = [hasWallet, hasUsdb, progress?.hasTraded ?? false] as const
  const isDone = done.every(Boolean)

  useEffect(() => {
    if ("started" in document.documentElement.dataset) setHidden(true)
  }, [])

  useEffect(() => {
    if (isDone) storeOnboardingDone()
  }, [isDone])

  if (isHidden) return null
  const hide = () => {
    storeOnboardingDone()
    setHidden(true)
  }
  const next = done.indexOf(false)
  return (
    <section
      aria-labelledby="start"
      className="onboarding relative rounded-card border border-line bg-surface p-4 shadow-card sm:p-5"
    >
      <h2 className="pr-12" id="start">
        {isDone ? "You are set up" : "Three steps to your first trade"}
      </h2>
      <IconButton className="absolute top-2 right-2" icon="close" label="Dismiss" onClick={hide} />
      <ol className="mt-3 grid gap-3 lg:grid-cols-3">
        <Step isDone={done[0]} isNext={next === 0} number={1} title="Connect a wallet">
          <Button onClick={openConnect} size="sm">
            Connect
          </Button>
        </Step>
        <Step isDone={done[1]} isNext={next === 1} number={2} title="Get test USDB for free">
          {next === 1 ? (
            <ClaimStep hasServiceFaucet={hasServiceFaucet} onClaimed={setClaimer} />
          ) : (
            <ButtonLink href="/faucet" variant="secondary" size="sm">
              Faucet
            </ButtonLink>
          )}
        </Step>
        <Step isDone={done[2]} isNext={next === 2} number={3} title="Make your first trade">
          <FirstTradeLink isNext={next === 2} trade={firstTrade} />
        </Step>
      </ol>
    </section>
  )
}

/** The amount that prefills a newcomer's ticket. */
const FIRST_AMOUNT = "10"

function FirstTradeLink({ trade, isNext }: { trade: FirstTrade | null; isNext: boolean }) {
  const variant = isNext ? "primary" : "secondary"
  if (!trade) {
    return (
      <ButtonLink href="/markets" size="sm" variant={variant}>
        Trade
      </ButtonLink>
    )
  }
  const isMarket = trade.kind === "market"
  const prefill = () => {
    if (isMarket) {
      prefillTicket({
        market: trade.address,
        outcome: trade.outcome,
        usdc: BigInt(FIRST_AMOUNT) * WAD,
      })
    } else prefillSwap({ token: trade.address, text: FIRST_AMOUNT })
  }
  return (
    <ButtonLink
      href={isMarket ? `/markets/${trade.address}` : `/tokens/${trade.address}`}
      onClick={prefill}
      size="sm"
      variant={variant}
    >
      Trade {FIRST_AMOUNT} USDB
    </ButtonLink>
  )
}

type StepProps = {
  number: number
  title: string
  isDone: boolean
  isNext: boolean
  children: React.ReactNode
}

function Step({ number, title, isDone, isNext, children }: StepProps) {
  return (
    <li
      aria-current={isNext ? "step" : undefined}
      className={cn(
        "grid min-h-16 grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-3 rounded-control border px-3 py-2",
        isNext ? "border-accent bg-accent-soft" : "border-line",
      )}
    >
      <span
        className={cn(
          "figures flex size-8 items-center justify-center rounded-full text-sm font-semibold",
          isDone ? "bg-kelp-soft text-kelp" : "bg-sunken",
        )}
      >
        {isDone ? <Icon name="check" size={18} /> : number}
      </span>
      <span className="text-sm font-medium">
        {title}
        {isDone && <span className="sr-only"> (done)</span>}
      </span>
      {isDone ? <span className="text-sm text-kelp">Done</span> : children}
    </li>
  )
}
