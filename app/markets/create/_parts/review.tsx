import { IncompleteNotice, type ReviewItem, ReviewList } from "@/components/wizard/review"
import { formatDateTime } from "@/lib/format"
import { deriveSymbol, type MarketDraft, type MarketErrors, parseEndTime } from "./validation"

type MarketReviewProps = { draft: MarketDraft; errors: MarketErrors; onBack: () => void }

/** The terms of the market, and the errors of the form. */
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

/** When the pool closes. */
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
        ? "Then the pool closes and the outcome can be proposed."
        : "The outcome can be proposed at any time.",
    },
    {
      icon: "markets",
      title: `The pool is open until ${describePoolEnd(draft)}`,
      text: "After that, holders trade through the order book until the outcome is final. The minimum purchase is 1 USDB.",
    },
    draft.kind === "public"
      ? {
          icon: "users",
          title: "Public",
          text: "Anyone can buy shares, and propose or dispute the outcome with a bond of at least 5 USDB that grows with the market. Stakers vote on disputes.",
        }
      : {
          icon: "lock",
          title: draft.isPrivateEvent ? "Private, for listed buyers" : "Private",
          text: `You and the voters you add vote on the outcome. Without votes ${end ? "30 days after the end" : "365 days after creation"}, anyone can invalidate the market, and all stakes are refunded.`,
        },
    {
      icon: "gift",
      title: `Seed of ${draft.seed} USDB`,
      text: "Winners share it. You cannot withdraw it. If the market is invalid, it goes to the insurance wallet.",
    },
    {
      icon: "swap",
      title: "1.5% tax on every purchase of shares",
      text: "Two thirds go to the pot and the bounty of the market. You receive 20% of the rest.",
    },
    {
      icon: "launch",
      title: `Market token ${deriveSymbol(draft) || "…"}`,
      text: "It trades like other tokens. Its tax adds to the pot.",
    },
    {
      icon: "warning",
      title: "Cannot be changed",
      text: "Question, outcomes, end and type are permanent. You can edit image, rules and links.",
    },
  ]
}
