import { Card } from "@/components/ui/card"
import { Badge, Line } from "@/components/ui/figures"
import { grouped, percent } from "@/lib/format"
import { type Draft, type DraftErrors, STABLE_MULTIPLIER, taxOf, wholeNumber } from "./plan"

/** How the token will look on the launchpad, while the form is filled in. */
export function LaunchPreview({ draft, errors }: { draft: Draft; errors: DraftErrors }) {
  const isStable = draft.multiplier === STABLE_MULTIPLIER
  const depth = errors.startLiquidity ? null : wholeNumber(draft.startLiquidity)
  const target = errors.rewardTarget ? null : wholeNumber(draft.rewardTarget)
  const links = [
    ["Website", draft.website],
    ["Telegram", draft.telegram],
    ["X", draft.socialx],
  ].filter(([, value]) => value?.trim())
  return (
    <div className="lg:sticky lg:top-22">
      <Card title="Preview">
        <div className="flex items-center gap-3">
          <Picture draft={draft} />
          <div className="min-w-0">
            <p className="truncate text-lg font-semibold">
              <bdi>{draft.symbol || "SYMBOL"}</bdi>
            </p>
            <p className="truncate text-sm text-muted">
              <bdi>{draft.name.trim() || "Name of the token"}</bdi>
            </p>
          </div>
        </div>
        <div className="mt-3 flex flex-wrap gap-2">
          <Badge>{isStable ? "Stable+" : `Floor+ ${draft.multiplier}`}</Badge>
          {draft.isFrozen && <Badge tone="warning">Frozen, whitelist only</Badge>}
          {target !== null && target > 0 && <Badge>Reward phase</Badge>}
        </div>
        {draft.description.trim() && (
          <p className="mt-3 line-clamp-4 text-sm whitespace-pre-line">
            <bdi>{draft.description.trim()}</bdi>
          </p>
        )}
        <dl className="mt-3">
          <Line label="Opens at">$1.00</Line>
          <Line label="Start liquidity">{depth === null ? "–" : usdText(depth)}</Line>
          <Line label="Tax per trade">{percent(taxOf(draft.multiplier))}</Line>
          {target !== null && target > 0 && (
            <Line label="Reward phase until">{grouped(target)} USDB</Line>
          )}
          {links.length > 0 && <Line label="Links">{links.map(([name]) => name).join(", ")}</Line>}
        </dl>
      </Card>
    </div>
  )
}

function Picture({ draft }: { draft: Draft }) {
  if (draft.picture) {
    return (
      // biome-ignore lint/performance/noImgElement: a data URL; there is nothing to optimise
      <img
        alt=""
        className="size-14 shrink-0 rounded-full bg-sunken object-cover"
        height={56}
        src={draft.picture}
        width={56}
      />
    )
  }
  return (
    <span
      aria-hidden="true"
      className="flex size-14 shrink-0 items-center justify-center rounded-full bg-accent-soft text-xl font-semibold text-accent"
    >
      {[...draft.symbol][0]?.toUpperCase() ?? "?"}
    </span>
  )
}

function usdText(dollars: number) {
  return `$${grouped(dollars)}`
}
