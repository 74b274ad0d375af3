import { Badge } from "@/components/ui/figures"
import { formatChances } from "@/lib/markets/probability"
import { trimText } from "@/lib/readable-text"

import type { MarketDraft } from "./validation"

/** Most outcomes shown; the rest is counted. */
const SHOWN = 5

/** The market as it will open. */
export function MarketPreview({ draft }: { draft: MarketDraft }) {
  const { options, picture, question } = draft
  const shown = formatChances(options.map(() => 1 / options.length))
  const rest = options.length - SHOWN
  return (
    <>
      <div className="market-card-header">
        {picture ? (
          // biome-ignore lint/performance/noImgElement: a data URL; there is nothing to optimise
          <img
            alt=""
            className="size-14 rounded-full bg-sunken object-cover"
            height={56}
            src={picture}
            width={56}
          />
        ) : (
          <span aria-hidden="true" className="size-14 rounded-full bg-accent-soft" />
        )}
        <p className="text-lg font-semibold wrap-anywhere">
          <bdi>{trimText(question) || "Your question"}</bdi>
        </p>
      </div>
      <p className="mt-3 flex flex-wrap gap-2">
        <Badge tone="up">Open</Badge>
        {draft.kind === "private" && <Badge>Private</Badge>}
      </p>
      <ul className="mt-3 grid gap-2">
        {options.slice(0, SHOWN).map((option, index) => (
          <li
            className="flex items-baseline justify-between gap-3"
            // biome-ignore lint/suspicious/noArrayIndexKey: an outcome is its index
            key={index}
          >
            <span className="truncate text-sm">
              <bdi>{trimText(option) || `Outcome ${index + 1}`}</bdi>
            </span>
            <span className="figures text-2xl font-semibold">{shown[index]}</span>
          </li>
        ))}
        {rest > 0 && <li className="text-sm text-muted">and {rest} more</li>}
      </ul>
      {trimText(draft.description) && (
        <p className="mt-3 line-clamp-6 text-sm whitespace-pre-line">
          <bdi>{trimText(draft.description)}</bdi>
        </p>
      )}
    </>
  )
}
