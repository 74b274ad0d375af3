import { Skeleton } from "@/components/ui/states"
import { AwaitedRounds } from "@/components/updown/awaited-rounds"
import { RoundsStrip as Strip } from "@/components/updown/rounds-strip"
import { getBrowserConfig } from "@/lib/chain/browser-config"
import { listAssetContracts } from "@/lib/updown/contracts"
import type { RoundsView } from "@/lib/updown/view"
import { SectionHeader } from "./section-header"

/** Selects from the page's data; the first read brings the other timeframes. */
const selectShortest = (view: RoundsView): RoundsView => ({
  ...view,
  assets: view.assets.map((asset) => ({ ...asset, rounds: asset.rounds.slice(0, 1) })),
})

type Props = {
  /** Null while the node is slow. */
  view: RoundsView | null
}

/** The 5-minute rounds of all assets; nothing where there are none. */
export function RoundsStrip({ view }: Props) {
  if (!getBrowserConfig() || listAssetContracts().length === 0) return null
  return <RoundsSection view={view} />
}

/** A node that is slow does not take the place of the rounds. */
export function RoundsSection({ view }: Props) {
  return (
    <section aria-labelledby="rounds" className="below-fold min-w-0 [--tall:19rem]">
      <SectionHeader href="/rounds" id="rounds" title="Price rounds" />
      <p className="mb-2 text-sm text-muted">
        Under Up and Down: what a bet of 10 USDB pays now if it wins, with the stake.
      </p>
      <AwaitedRounds initial={view && selectShortest(view)} placeholder={<Placeholder />}>
        <Strip />
      </AwaitedRounds>
    </section>
  )
}

const Placeholder = () => (
  <div className="grid gap-2" data-testid="rounds-awaited">
    <p className="text-sm" role="status">
      The price feeds answer slowly. The rounds are shown as soon as they do.
    </p>
    <Skeleton className="h-40" />
  </div>
)
