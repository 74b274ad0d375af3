import { LiveRoundsProvider } from "@/components/updown/live-rounds"
import { RoundsStrip as Strip } from "@/components/updown/rounds-strip"
import type { RoundsView } from "@/lib/updown/view"
import { SectionHeader } from "./section-header"

/** The 5-minute rounds of all assets; nothing where there are none. */
export function RoundsStrip({ view }: { view: RoundsView | null }) {
  if (!view || view.assets.length === 0) return null
  return (
    <section aria-labelledby="rounds" className="below-fold min-w-0 [--tall:17rem]">
      <SectionHeader href="/rounds" id="rounds" title="Price rounds" />
      <LiveRoundsProvider initial={view}>
        <Strip />
      </LiveRoundsProvider>
    </section>
  )
}
