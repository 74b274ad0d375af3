import { Card } from "@/components/ui/card"

const rules = [
  {
    title: "What decides",
    text: "The price feed’s first update at or after the end of the round, whoever settles it and when. Its feed round is named on the round’s card.",
  },
  {
    title: "What a win pays",
    text: "Your stake, and your part of what was bet on the other side. Of that, 2% are a fee and 3% go to the next round. What earlier rounds left adds as much again at most. Without a bet on the other side there is nothing to win.",
  },
  {
    title: "Why early counts more",
    text: "A bet counts 95% at the start of a round and 27.5% when betting ends, a tenth of the round before its end. The rarer side gets more, too.",
  },
  {
    title: "When everybody is refunded",
    text: "The price is exactly equal, nobody bet on the side that is right, or the feed has no price within 20 minutes after the end.",
  },
]

export const HowItWorks = () => (
  <Card title="How rounds work">
    <dl className="grid gap-4 sm:grid-cols-2">
      {rules.map(({ title, text }) => (
        <div className="grid gap-1" key={title}>
          <dt className="font-medium">{title}</dt>
          <dd className="max-w-prose text-sm text-muted">{text}</dd>
        </div>
      ))}
    </dl>
  </Card>
)
