import { Button } from "@/components/ui/button"
import { Icon, type IconName } from "@/components/ui/icon"
import { Notice } from "@/components/ui/notice"
import { formatDateTime } from "@/lib/format"
import { deriveSymbol, type MarketDraft, type MarketErrors, parseEndTime } from "./validation"

type MarketReviewProps = { draft: MarketDraft; errors: MarketErrors; onBack: () => void }

/** Everything the market fixes, in plain words. */
export function MarketReview({ draft, errors, onBack }: MarketReviewProps) {
  const { optionAt, ...rest } = errors
  const wrong = [
    ...Object.values(rest).filter((message) => typeof message === "string"),
    ...Object.entries(optionAt ?? {}).map(
      ([place, message]) => `Outcome ${+place + 1}: ${message}`,
    ),
  ]
  return (
    <div className="grid gap-4">
      {wrong.length > 0 && (
        <Notice
          action={
            <Button variant="secondary" onClick={onBack}>
              Go back to it
            </Button>
          }
          title="Something is still missing"
          tone="warning"
        >
          <ul className="list-disc pl-5">
            {wrong.map((message) => (
              <li key={message}>{message}</li>
            ))}
          </ul>
        </Notice>
      )}
      <ul className="grid gap-3">
        {describeMarket(draft).map(({ icon, title, text }) => (
          <li className="grid grid-cols-[auto_minmax(0,1fr)] gap-3" key={title}>
            <span className="mt-0.5 text-accent">
              <Icon name={icon} />
            </span>
            <div className="grid min-w-0 gap-0.5 text-sm wrap-anywhere">
              <p className="font-medium">{title}</p>
              <p className="text-muted">{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** What ends the sale of the pool. */
function describePoolEnd({ kind, isOpenEnded }: Pick<MarketDraft, "kind" | "isOpenEnded">): string {
  if (!isOpenEnded) return "the end"
  return kind === "public" ? "an outcome is proposed" : "the first vote"
}

type ReviewItem = { icon: IconName; title: string; text: string }

function describeMarket(draft: MarketDraft): ReviewItem[] {
  const end = draft.isOpenEnded ? null : parseEndTime(draft.endsAt)
  const names = draft.options.map((option) => `“${option.trim() || "…"}”`).join(", ")
  return [
    { icon: "markets", title: draft.question.trim() || "…", text: `Outcomes: ${names}.` },
    {
      icon: "clock",
      title: end ? `Ends ${formatDateTime(end)}` : "No end time",
      text: end
        ? "Then the pool stops selling shares and the outcome can be named."
        : "The outcome can be named at any time.",
    },
    {
      icon: "markets",
      title: `The pool sells shares until ${describePoolEnd(draft)}`,
      text: "After that holders sell to each other through the order book, until the outcome is final. A purchase is at least 1 USDB.",
    },
    draft.kind === "public"
      ? {
          icon: "users",
          title: "Public",
          text: "Anybody can buy, propose the outcome and dispute it, with a bond of at least 5 USDB that grows with the market. Stakers vote.",
        }
      : {
          icon: "lock",
          title: draft.isPrivateEvent ? "Private, for admitted buyers" : "Private",
          text: `You and the voters you name decide by a vote. If nobody has voted ${end ? "30 days after the end" : "365 days after the creation"}, anybody can make the market invalid, and everybody gets the cost back.`,
        },
    {
      icon: "gift",
      title: `Seed of ${draft.seed} USDB`,
      text: "You cannot take it back. The winners share it; of an invalid market it goes to the insurance wallet.",
    },
    {
      icon: "swap",
      title: "A tax of 1.5% on every purchase of shares",
      text: "Two thirds of it go to the market: into the pot and the bounty. Of the rest a fifth is yours.",
    },
    {
      icon: "launch",
      title: `A token of its own, ${deriveSymbol(draft) || "…"}`,
      text: "It is traded like every token; its tax feeds the pot too.",
    },
    {
      icon: "warning",
      title: "For ever",
      text: "Question, outcomes, end and kind can never be changed. Picture, rules and links can.",
    },
  ]
}
