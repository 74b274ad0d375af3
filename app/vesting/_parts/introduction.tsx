import { Card } from "@/components/ui/card"
import { Curve } from "@/components/vesting/curve"
import type { Terms } from "@/lib/vesting/math"

const DAY = 86_400n
const WAD = 10n ** 18n

/** 1,000 tokens over ten days, four of which are over. */
function createExample(now: bigint, isGradual: boolean): Terms {
  return {
    totalAmount: 1_000n * WAD,
    startTime: now - 4n * DAY,
    endTime: now + 6n * DAY,
    isGradual,
    timeUnit: 3,
    vestedFloor: 0n,
  }
}

/** Explains vesting, with a curve for each kind. */
export function Introduction() {
  const now = BigInt(Math.floor(Date.now() / 1_000))
  return (
    <Card title="How it works">
      <div className="grid grid-cols-1 gap-5">
        <p>
          A creator locks TIDE or a launched token for a beneficiary, who claims it when it is
          vested. The creator cannot take the tokens back.
        </p>
        <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
          <Example terms={createExample(now, true)} now={now} title="Gradual">
            Released in equal steps from start to end: by the second, minute, hour or day, over 1 to
            990 days.
          </Example>
          <Example terms={createExample(now, false)} now={now} title="Cliff">
            Released all at once, 1 hour to 990 days ahead.
          </Example>
        </div>
        <ul className="grid list-disc gap-1 pl-5 text-sm text-muted">
          <li>The beneficiary can borrow USDB on all unclaimed tokens while they vest.</li>
          <li>Creator and beneficiary can extend a schedule; what is vested stays claimable.</li>
          <li>
            The creator can add tokens and name another beneficiary; what is claimable is paid to
            the old one first.
          </li>
          <li>What is bought of some launched tokens vests, too. Their pages say so.</li>
        </ul>
      </div>
    </Card>
  )
}

type ExampleProps = { title: string; terms: Terms; now: bigint; children: string }

function Example({ title, terms, now, children }: ExampleProps) {
  return (
    <section className="grid min-w-0 content-start gap-2">
      <h3 className="font-semibold">{title}</h3>
      <Curve now={now} terms={terms} />
      <p className="text-sm text-muted">{children}</p>
    </section>
  )
}
