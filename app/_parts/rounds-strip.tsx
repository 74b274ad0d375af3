import { LiveRoundsProvider } from "@/components/updown/live-rounds"
import { RoundsStrip as Strip } from "@/components/updown/rounds-strip"
import type { RoundsView } from "@/lib/updown/view"
import { SectionHeader } from "./section-header"

/** Of the data of a page; the first read has the others. */
const selectShortest = (view: RoundsView): RoundsView => ({
  ...view,
  assets: view.assets.map((asset) => ({ ...asset, rounds: asset.rounds.slice(0, 1) })),
})

/** The 5-minute rounds of all assets; nothing where there are none. */
export function RoundsStrip({ view }: { view: RoundsView | null }) {
  if (!view || view.assets.length === 0) return null
  return (
    <section aria-labelledby="rounds" className="below-fold min-w-0 [--tall:19rem]">
      <SectionHeader href="/rounds" id="rounds" title="Price rounds" />
      <p className="mb-2 text-sm text-muted">
        Under Up and Down: what a bet of 10 USDB pays now if it wins, with the stake.
      </p>
      <LiveRoundsProvider initial={selectShortest(view)}>
        <Strip />
      </LiveRoundsProvider>
    </section>
  )
}
