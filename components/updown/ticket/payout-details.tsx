import { cn } from "@/components/ui/cn"
import { DetailRow } from "@/components/ui/figures"
import { InfoTip } from "@/components/ui/tooltip"
import { formatUsdb, sideLabels, sideVerbs } from "@/components/updown/labels"
import {
  type Bet,
  type BetQuote,
  CONFIRM_SECONDS,
  losingPool,
  otherSide,
  quoteRound,
  quoteWithCrowd,
  roundWeight,
  type Stake,
} from "@/components/updown/round-quote"
import { formatDuration, formatPercent } from "@/lib/format"
import { WAD } from "@/lib/units"
import { bettingEnd, seedFor, splitLosingPool } from "@/lib/updown/math"
import type { RoundState } from "@/lib/updown/view"
import { profitOf } from "./validation"

type PayoutProps = {
  /** "BTC". */
  symbol: string
  bet: Bet
  /** Null before there is an amount. */
  quote: BetQuote | null
  /** Too old to be shown as current. */
  isOutdated: boolean
}

/** The wallet's net payout if its side wins. */
export function PayoutLine({ symbol, bet, quote, isOutdated }: PayoutProps) {
  return (
    <p
      className={cn(
        "flex min-h-17 items-center justify-between gap-3 rounded-control px-3 py-2",
        quote && !isOutdated && profitOf(quote) > 0n ? "bg-kelp-soft" : "bg-sunken text-muted",
      )}
      data-outdated={isOutdated || undefined}
    >
      <span className="text-sm">
        You receive if {symbol} ends {sideVerbs[bet.side]}
        <span className="block text-xs text-muted">
          {isOutdated ? "Updating…" : "net of all fees, with your stake"}
        </span>
      </span>
      <span className="figures min-w-0 text-right">
        {quote ? (
          <>
            <span className="text-2xl font-semibold tracking-tight" data-testid="bet-payout">
              {formatUsdb(quote.payout)}
            </span>{" "}
            USDB
            <span className="block text-sm whitespace-nowrap text-muted">
              {profitOf(quote) > 0n ? `+${formatUsdb(profitOf(quote))} USDB` : "no win yet"}
            </span>
          </>
        ) : (
          <span className="text-2xl">–</span>
        )}
      </span>
    </p>
  )
}

type DetailsProps = {
  round: RoundState
  bet: Bet
  quote: BetQuote
  least: BetQuote
  held: Stake | null
  /** Unix seconds, of the chain. */
  now: number
  /** Basis points. */
  slippage: bigint
}

/** The parts of the payout, and how it changes. */
export function PayoutDetails(props: DetailsProps) {
  const { round, bet, quote, least, slippage } = props
  const losing = losingPool(round, bet.side)
  const seed = seedFor(losing, round.seedBonus)
  const { toWinners } = splitLosingPool(losing)
  const lost = losing - toWinners
  const other = sideLabels[otherSide(bet.side)]
  return (
    <div className="grid grid-cols-1 gap-3">
      <dl data-testid="bet-details">
        <DetailRow label="Your stake">{formatUsdb(quote.stake)} USDB</DetailRow>
        <DetailRow label={`Bet on ${other}`}>{formatUsdb(losing)} USDB</DetailRow>
        {lost > 0n && <DetailRow label="Fee 2%, next round 3%">−{formatUsdb(lost)} USDB</DetailRow>}
        {seed > 0n && <DetailRow label="From earlier rounds">+{formatUsdb(seed)} USDB</DetailRow>}
        <DetailRow label="Your part of that">{formatPercent(partOf(props))}</DetailRow>
        <DetailRow
          label={
            <>
              Receive at least{" "}
              <InfoTip label="About the least payout">
                With the present bets, if your bet is in a block within {CONFIRM_SECONDS} seconds,
                less {formatPercent(slippage)} slippage. Otherwise the bet is refused and costs only
                the network fee.
              </InfoTip>
            </>
          }
        >
          {formatUsdb(least.payout)} USDB
        </DetailRow>
      </dl>
      <PayoutChanges {...props} />
    </div>
  )
}

/** Part of the shares of the side, in basis points. */
function partOf({ round, bet, quote, held }: DetailsProps): bigint {
  const ofSide = bet.side === "bull" ? round.sharesBull : round.sharesBear
  const own = quote.shares + (held?.side === bet.side ? held.shares : 0n)
  return ofSide + quote.shares === 0n ? 0n : (own * 10_000n) / (ofSide + quote.shares)
}

/** The bets of others that the table assumes as an example. */
const CROWD = 100n * WAD

/** Earlier bets and rarer opinions get a larger part: shown by examples. */
function PayoutChanges({ round, bet, quote, held, now }: DetailsProps) {
  const left = Math.max(bettingEnd(round) - now, 0)
  const later = Math.floor(left / 2)
  const options = { now, held }
  const crowd = (side: Bet["side"]) =>
    quoteWithCrowd(round, bet, { ...options, crowd: { side, amount: CROWD } })
  const rows = [
    {
      label: `The same bet ${formatDuration(later)} later`,
      payout: quoteRound(round, bet, { held, now: now + later }).payout,
    },
    { label: `After 100 USDB more on ${sideLabels[bet.side]}`, payout: crowd(bet.side) },
    {
      label: `After 100 USDB more on ${sideLabels[otherSide(bet.side)]}`,
      payout: crowd(otherSide(bet.side)),
    },
  ]
  return (
    <section
      aria-label="How the payout changes"
      className="grid gap-2 rounded-control bg-sunken p-3 text-sm"
    >
      <p className="text-xs text-muted">
        A bet counts {formatPercent(roundWeight(round, now))} now: 95% at the start of the round,{" "}
        {formatPercent(roundWeight(round, bettingEnd(round)))} when betting ends. Later bets of
        others change your payout until then.
      </p>
      <table className="w-full">
        <caption className="sr-only">Payout in other cases</caption>
        <tbody>
          {rows.map(({ label, payout }) => (
            <tr key={label}>
              <th className="py-0.5 text-left font-normal text-muted" scope="row">
                {label}
              </th>
              <td className="figures py-0.5 text-right font-medium whitespace-nowrap">
                {formatUsdb(payout)} USDB
                <span className="sr-only">
                  {payout < quote.payout ? ", less" : payout > quote.payout ? ", more" : ""}
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
