import { formatVestDuration } from "@/components/swap/vest-duration"
import { KindBadge } from "@/components/tokens/kind-badge"
import { Badge, DetailRow } from "@/components/ui/figures"
import { formatInteger, formatPercent } from "@/lib/format"
import { trimText } from "@/lib/readable-text"
import {
  baseTax,
  type LaunchDraft,
  type LaunchErrors,
  parseWholeNumber,
  STABLE_MULTIPLIER,
  vestSeconds,
} from "./validation"

/** The token as the launchpad will show it. */
export function LaunchPreview({ draft, errors }: { draft: LaunchDraft; errors: LaunchErrors }) {
  const isStable = draft.multiplier === STABLE_MULTIPLIER
  const depth = errors.startLiquidity ? null : parseWholeNumber(draft.startLiquidity)
  const target = errors.rewardTarget ? null : parseWholeNumber(draft.rewardTarget)
  const vesting = draft.autoVest === "none" ? null : vestSeconds(draft)
  const links = [
    ["Website", draft.website],
    ["Telegram", draft.telegram],
    ["X", draft.socialx],
  ].filter(([, value]) => trimText(value ?? ""))
  return (
    <>
      <div className="flex items-center gap-3">
        <Picture draft={draft} />
        <div className="min-w-0">
          <p className="truncate text-lg font-semibold">
            <bdi>{draft.symbol || "SYMBOL"}</bdi>
          </p>
          <p className="truncate text-sm text-muted">
            <bdi>{trimText(draft.name) || "Token name"}</bdi>
          </p>
        </div>
      </div>
      <div className="mt-3 flex flex-wrap gap-2">
        <KindBadge kind={isStable ? "stable" : "floor"} multiplier={draft.multiplier} />
        {draft.isFrozen && <Badge tone="warning">Frozen, whitelist only</Badge>}
        {target !== null && target > 0 && <Badge>Reward phase</Badge>}
        {draft.autoVest !== "none" && <Badge tone="warning">Purchases vest</Badge>}
      </div>
      {trimText(draft.description) && (
        <p className="mt-3 line-clamp-4 text-sm whitespace-pre-line">
          <bdi>{trimText(draft.description)}</bdi>
        </p>
      )}
      <dl className="mt-3">
        <DetailRow label="Opens at">$1.00</DetailRow>
        <DetailRow label="Start liquidity">
          {depth === null ? "–" : `$${formatInteger(depth)}`}
        </DetailRow>
        <DetailRow label="Tax per trade">{formatPercent(baseTax(draft.multiplier))}</DetailRow>
        {target !== null && target > 0 && (
          <DetailRow label="Reward phase until">{formatInteger(target)} USDB</DetailRow>
        )}
        {vesting !== null && (
          <DetailRow label="Purchases vest for">
            {formatVestDuration(vesting)}, {draft.autoVest}
          </DetailRow>
        )}
        {links.length > 0 && (
          <DetailRow label="Links">{links.map(([name]) => name).join(", ")}</DetailRow>
        )}
      </dl>
    </>
  )
}

function Picture({ draft }: { draft: LaunchDraft }) {
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
