import { IncompleteNotice, type ReviewItem, ReviewList } from "@/components/wizard/review"
import { formatDateTime } from "@/lib/format"
import { deriveSymbol, type MarketDraft, type MarketErrors, parseEndTime } from "./validation"

type MarketReviewProps = { draft: MarketDraft; errors: MarketErrors; onBack: () => void }

/** What the market fixes, and what is still missing. */
export function MarketReview({ draft, errors, onBack }: MarketReviewProps) {
  const { optionAt, ...rest } = errors
  const messages = [
    ...Object.values(rest).filter((message) => typeof message === "string"),
    ...Object.entries(optionAt ?? {}).map(
      ([index, message]) => `Outcome ${+index + 1}: ${message}`,
    ),
  ]
  return (
    <div className="grid gap-4">
      <IncompleteNotice errors={messages} linkLabel="Go back" onGo={onBack} />
      <ReviewList items={describeMarket(draft)} />
    </div>
  )
}

/** When the pool stops selling. */
function describePoolEnd({ kind, isOpenEnded }: Pick<MarketDraft, "kind" | "isOpenEnded">): string {
  if (!isOpenEnded) return "the end"
  return kind === "public" ? "an outcome is proposed" : "the first vote"
}

function describeMarket(draft: MarketDraft): ReviewItem[] {
  const end = draft.isOpenEnded ? null : parseEndTime(draft.endsAt)
  const names = draft.options.map((option) => `“${option.trim() || "…"}”`).join(", ")
  return [
    { icon: "markets", title: draft.question.trim() || "…", text: `Outcomes: ${names}.` },
    {
      icon: "clock",
      title: end ? `Ends ${formatDateTime(end)}` : "No end time",
      text: end
        ? "Then the pool stops selling shares and the outcome can be proposed."
        : "The outcome can be proposed at any time.",
    },
    {
      icon: "markets",
      title: `The pool sells shares until ${describePoolEnd(draft)}`,
      text: "After that, holders trade through the order book until the outcome is final. The minimum purchase is 1 USDB.",
    },
    draft.kind === "public"
      ? {
          icon: "users",
          title: "Public",
          text: "Anybody can buy shares, and propose or dispute the outcome with a bond of at least 5 USDB that grows with the market. Stakers vote on disputes.",
        }
      : {
          icon: "lock",
          title: draft.isPrivateEvent ? "Private, for listed buyers" : "Private",
          text: `You and the voters you add decide by vote. If nobody has voted ${end ? "30 days after the end" : "365 days after creation"}, anybody can invalidate the market and everybody is refunded.`,
        },
    {
      icon: "gift",
      title: `Seed of ${draft.seed} USDB`,
      text: "Winners share it; you cannot withdraw it. In an invalid market it goes to the insurance wallet.",
    },
    {
      icon: "swap",
      title: "1.5% tax on every purchase of shares",
      text: "Two thirds go to the market's pot and bounty. You receive 20% of the rest.",
    },
    {
      icon: "launch",
      title: `Its own token, ${deriveSymbol(draft) || "…"}`,
      text: "It trades like every token, and its tax adds to the pot.",
    },
    {
      icon: "warning",
      title: "Permanent",
      text: "Question, outcomes, end and kind cannot be changed. Image, rules and links can.",
    },
  ]
}
