"use client"

import { useRef, useState } from "react"
import type { Address } from "viem"
import { QuoteNotices } from "@/components/ticket/quote-notices"
import { readSlippage } from "@/components/ticket/slippage"
import { SubmitButton } from "@/components/ticket/submit-button"
import { SlippageField } from "@/components/ticket/trade-settings"
import { useOwnActionQuote } from "@/components/ticket/use-action-quote"
import { AmountField } from "@/components/ui/amount-field"
import { BALANCE_PRESETS } from "@/components/ui/amount-presets"
import { ButtonLink } from "@/components/ui/button"
import { Disclosure } from "@/components/ui/disclosure"
import { Form } from "@/components/ui/form"
import { Notice } from "@/components/ui/notice"
import { formatUsdb, sideLabels, sideVerbs } from "@/components/updown/labels"
import { useChainTime, useIsOutdated, useRounds } from "@/components/updown/live-rounds"
import {
  type Bet,
  losingPool,
  otherSide,
  payoutOfStake,
  quoteLeast,
  quoteRound,
  type Stake,
} from "@/components/updown/round-quote"
import { TransactionProgress } from "@/components/wallet/transactions/transaction-progress"
import type { useWallet } from "@/components/wallet/use-wallet"
import { formatAmount, formatInteger, formatPercent, parseAmount } from "@/lib/format"
import { type Asset, assetDetails } from "@/lib/updown/assets"
import type { Side } from "@/lib/updown/constants"
import type { Timeframe } from "@/lib/updown/timeframes"
import { type RoundState, roundPhase } from "@/lib/updown/view"
import { PayoutDetails, PayoutLine } from "./payout-details"
import { SideChoice } from "./side-choice"
import { betAction, type PressedBet, useBet } from "./use-bet"
import { type Blocker, findBlocker } from "./validation"
import type { BetWallet } from "./wallet-state"

type Props = {
  asset: Asset
  timeframe: Timeframe
  contract: Address
  round: RoundState | null
  isPaused: boolean
  minBet: bigint
  wallet: ReturnType<typeof useWallet>
  /** Null without a wallet, and until it is read. */
  walletState: BetWallet | null
  side: Side
  onSide: (side: Side) => void
  text: string
  onText: (text: string) => void
}

/** Side, amount and payouts; places the bet. */
export function BetForm(props: Props) {
  const { asset, wallet, walletState, side, text } = props
  const form = useBetForm(props)
  const { bet, isBusy, blocker, shown, isOutdated } = form
  const { symbol } = assetDetails[asset]
  const amount = parseAmount(text) ?? 0n
  const needsApproval = walletState !== null && walletState.allowance < amount
  return (
    <Form className="grid grid-cols-1 gap-4" onSubmit={() => void form.submit()}>
      <SideChoice
        isDisabled={isBusy}
        onChange={(next) => form.edit(() => props.onSide(next))}
        payouts={form.payouts}
        startPrice={(shown?.round ?? props.round)?.startPrice ?? null}
        value={shown?.bet.side ?? side}
      />
      {form.held && props.round && <HeldStake held={form.held} round={props.round} />}
      {form.opposed && <OnlySideNotice {...form.opposed} />}
      <AmountField
        balance={walletState?.balance}
        error={blocker?.kind === "input" ? blocker.sentence : null}
        isDisabled={isBusy}
        label="Your bet"
        onChange={(next) => form.edit(() => props.onText(next))}
        presets={BALANCE_PRESETS}
        unit="USDB"
        value={text}
      />
      <PayoutLine
        bet={shown?.bet ?? { side, amount }}
        isOutdated={isOutdated && !isBusy}
        quote={shown?.quote ?? null}
        symbol={symbol}
      />
      <p aria-live="polite" className="sr-only">
        {form.spoken}
      </p>
      {!isBusy && <BlockerNotice blocker={blocker} />}
      <QuoteNotices quoted={form.quoted} />
      {form.missed !== null && shown && (
        <Notice title="The payout has changed" tone="warning">
          <p>
            You pressed for {formatUsdb(form.missed)} USDB; now it is{" "}
            {formatUsdb(shown.quote.payout)} USDB. Nothing was sent. Press again to bet.
          </p>
        </Notice>
      )}
      <SubmitButton
        approvalSymbol={needsApproval && blocker === null && !isBusy ? "USDB" : null}
        connectLabel="Connect a wallet to bet"
        isBlocked={blocker !== null || isOutdated || form.quoted.rejection !== null}
        isBusy={isBusy}
        label={submitLabel(blocker, bet, isOutdated && !isBusy)}
        wallet={wallet}
      />
      <TransactionProgress
        lastStep="In the round"
        state={form.state}
        success={
          form.placedIn === null
            ? "Your bet is in the round"
            : `Your bet is in round ${formatInteger(form.placedIn)}`
        }
      />
      {shown && <PayoutDetails {...shown} now={form.now} slippage={form.slippage} />}
      <div className="rounded-control bg-sunken px-3">
        <Disclosure label="Slippage" value={formatPercent(form.slippage)}>
          <SlippageField onChange={form.setSlippage} value={form.slippage} />
        </Disclosure>
      </div>
    </Form>
  )
}

/** The quote of the input, its blockers, and the bet itself. */
function useBetForm(props: Props) {
  const { round, isPaused, minBet, wallet, walletState, side, text } = props
  const now = useChainTime()
  const isOutdated = useIsOutdated()
  const [slippage, setSlippage] = useState(readSlippage)
  const betting = useBet(props, round?.roundId)
  const phase = roundPhase(round, now)
  const amount = parseAmount(text) ?? 0n
  const held = useHeld(walletState, round)
  const bet: Bet = { side, amount }
  const isOpen = round !== null && phase === "open" && amount > 0n
  const current: PressedBet | null = isOpen
    ? {
        ...{ round, bet, held },
        quote: quoteRound(round, bet, { now, held }),
        least: quoteLeast(round, bet, { now, held, slippage }),
      }
    : null
  const payoutOn = (each: Side) =>
    isOpen ? quoteRound(round, { side: each, amount }, { now, held }) : null
  const blocker = findBlocker({ phase, isPaused, side, text, minBet, wallet: walletState })
  const shown = betting.pressed ?? current
  const isQuoted = current !== null && blocker === null && !betting.isBusy
  // Bets of others change the reserves, so a change asks the service again.
  const quoted = useOwnActionQuote(
    isQuoted ? betAction(props, bet) : null,
    `${round?.roundId} ${round?.reserves.bull} ${round?.reserves.bear}`,
  )
  const isReady =
    blocker === null && !isOutdated && quoted.rejection === null && wallet.status === "connected"
  const edit = (change: () => void) => {
    betting.startOver()
    change()
  }
  const submit = async () => {
    if (!isReady || !current || betting.isBusy) return
    if (await betting.place(current)) props.onText("")
  }
  const spoken = useSpoken(`${side} ${text} ${round?.roundId}`, describeQuote(shown))
  return {
    ...betting,
    ...{ bet, now, held, blocker, shown, isOutdated, slippage, setSlippage, edit, submit, spoken },
    quoted,
    payouts: { bull: payoutOn("bull"), bear: payoutOn("bear") },
    // Shown even before an amount is entered.
    opposed: shown ?? (round && phase === "open" ? { bet, round } : null),
  }
}

/**
 * The wallet's stake in the round, read at a block no newer than the shown round: a stake that the round does not yet
 * include would get too large a share.
 */
function useHeld(wallet: BetWallet | null, round: RoundState | null): Stake | null {
  const { view } = useRounds()
  const last = useRef<{ roundId: number; held: Stake | null }>(undefined)
  if (!wallet || !round) return null
  const { roundId } = round
  if (wallet.block <= view.block) last.current = { roundId, held: wallet.held }
  return last.current?.roundId === roundId ? last.current.held : null
}

/** The text of when `key` last changed: figures that change every second are not read out. */
function useSpoken(key: string, text: string): string {
  const last = useRef({ key: "", text: "" })
  if (last.current.key !== key) last.current = { key, text }
  return last.current.text
}

const describeQuote = (shown: PressedBet | null) =>
  shown
    ? `${formatUsdb(shown.quote.payout)} USDB if the price ends ${sideVerbs[shown.bet.side]}`
    : ""

function submitLabel(blocker: Blocker | null, { side, amount }: Bet, isOutdated: boolean) {
  if (blocker?.kind === "empty") return blocker.sentence
  if (isOutdated) return "Updating the payout…"
  return amount > 0n ? `Bet ${formatAmount(amount)} USDB on ${sideLabels[side]}` : "Bet"
}

/** The wallet's existing stake in the round; screen readers do not repeat it with each change of the payout. */
function HeldStake({ held, round }: { held: Stake; round: RoundState }) {
  return (
    <p className="rounded-control bg-accent-soft p-3 text-sm" data-testid="held-stake">
      <span className="font-semibold">
        You are in with {formatUsdb(held.amount)} USDB on {sideLabels[held.side]}.
      </span>{" "}
      It pays {formatUsdb(payoutOfStake(round, held))} USDB if the price ends {sideVerbs[held.side]}
      . You can add to it.
    </p>
  )
}

/** Without bets on the other side a win pays nothing extra. */
function OnlySideNotice({ bet, round }: Pick<PressedBet, "bet" | "round">) {
  if (losingPool(round, bet.side) > 0n) return null
  const other = sideLabels[otherSide(bet.side)]
  return (
    <Notice title={`Nobody has bet on ${other} yet`} tone="warning">
      <p>Unless somebody does, a win pays your stake back and nothing more.</p>
    </Notice>
  )
}

/** A sentence with its remedy; errors of the amount are shown at its field. */
function BlockerNotice({ blocker }: { blocker: Blocker | null }) {
  if (!blocker?.remedy) return null
  const faucet = (
    <ButtonLink href="/faucet" variant="secondary">
      Get USDB
    </ButtonLink>
  )
  return (
    <Notice
      action={blocker.sentence.includes("USDB") && blocker.kind === "balance" ? faucet : null}
      title={blocker.sentence}
      tone="warning"
    >
      <p>{blocker.remedy}</p>
    </Notice>
  )
}
