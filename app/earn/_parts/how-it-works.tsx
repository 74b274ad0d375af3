import { Card } from "@/components/ui/card"

const answers = [
  [
    "Where does the yield come from?",
    "16% of the tax of every trade and of every loan fee goes to the vault, as long as at least 1 TIDE is wrapped. The vault buys TIDE with it.",
  ],
  [
    "Why does the share price never fall?",
    "TIDE enters with shares and leaves with shares at the same price. Yield only adds TIDE. It is released over 24 hours, so that nobody gains by wrapping for a moment.",
  ],
  [
    "What is locking for?",
    "Locked wTIDE stays yours and goes on earning. The TIDE behind it can be pledged for a loan in USDB. Without a loan you can unlock at any time.",
  ],
  [
    "What can I lose?",
    "wTIDE is worth TIDE, whose price in USDB never falls; selling costs the tax and moves the price. A loan that is not repaid in time is liquidated: it burns the pledged TIDE’s shares.",
  ],
] as const

export function HowItWorks() {
  return (
    <Card title="How it works">
      <dl className="grid gap-4 text-sm">
        {answers.map(([question, answer]) => (
          <div className="grid gap-1" key={question}>
            <dt className="font-medium">{question}</dt>
            <dd className="text-muted">{answer}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}
