import Link from "next/link"
import { ExportLinks } from "@/components/portfolio/export-links"
import { RoundsTable } from "@/components/portfolio/rounds-table"
import { ButtonLink } from "@/components/ui/button"
import { Stat } from "@/components/ui/figures"
import { Money } from "@/components/ui/number"
import { ProfitLoss } from "@/components/ui/profit-loss"
import { EmptyState } from "@/components/ui/states"
import { formatInteger } from "@/lib/format"
import type { PositionState } from "@/lib/updown/constants"
import { findPositions } from "@/lib/updown/round-views"
import type { WalletTotals } from "@/lib/updown/wallet-totals"

const PAST_BETS = 25

/** The number of open and uncollected bets shown; the file has all. */
const MOST_BETS = 50

type RoundsPanelProps = {
  wallet: string
  totals: WalletTotals
  /** `betId`: shows older decided bets. */
  before: string | undefined
  href: (before: string | undefined) => string
}

/** A wallet's bets in price rounds with their results. */
export async function RoundsPanel({ wallet, totals, before, href }: RoundsPanelProps) {
  if (totals.rounds === 0) {
    return (
      <EmptyState action={<ButtonLink href="/rounds">See the rounds</ButtonLink>} title="No bets">
        Bets on rising or falling prices appear here with their results.
      </EmptyState>
    )
  }
  const list = (state: PositionState, limit: number) =>
    findPositions(wallet, {
      states: [state],
      limit,
      ...(state === "closed" && before && { before }),
    })
  const [open, paying, past] = await Promise.all([
    before === undefined ? list("active", MOST_BETS) : [],
    before === undefined ? list("claimable", MOST_BETS) : [],
    list("closed", PAST_BETS + 1),
  ])
  const shown = past.slice(0, PAST_BETS)
  const older = past.length > PAST_BETS ? shown.at(-1)?.betId : undefined
  const link = "text-link flex min-h-11 items-center text-sm"
  return (
    <div className="grid grid-cols-1 gap-5">
      <RoundTotals totals={totals} />
      <ExportLinks name="rounds" wallet={wallet} />
      <RoundsTable bets={open} caption="Open" />
      <RoundsTable bets={paying} caption="To collect" />
      <RoundsTable bets={shown} caption="Past" />
      {(older || before !== undefined) && (
        <div className="flex justify-between gap-4">
          {older ? (
            <Link className={link} href={href(older)} scroll={false}>
              Older bets
            </Link>
          ) : (
            <span />
          )}
          {before !== undefined && (
            <Link className={link} href={href(undefined)} scroll={false}>
              Newest bets
            </Link>
          )}
        </div>
      )}
    </div>
  )
}

/** Totals of all decided rounds, collected or not. */
export function RoundTotals({ totals }: { totals: WalletTotals }) {
  const { wins, losses, refunds, won, lost, refunded } = totals
  return (
    <dl className="grid grid-cols-2 gap-4 sm:grid-cols-4" data-testid="round-totals">
      <Stat label="Net result">
        <ProfitLoss value={won - lost} />
      </Stat>
      <Stat label={countedLabel("Won", wins)}>
        <ProfitLoss value={won} />
      </Stat>
      <Stat label={countedLabel("Lost", losses)}>
        <ProfitLoss value={-lost} />
      </Stat>
      <Stat label={countedLabel("Refunded", refunds)}>
        <Money value={refunded} />
      </Stat>
    </dl>
  )
}

const countedLabel = (word: string, count: number) =>
  `${word} (${formatInteger(count)} ${count === 1 ? "round" : "rounds"})`
