import Link from "next/link"
import { Card } from "@/components/ui/card"
import { Icon, type IconName } from "@/components/ui/icon"

const steps: { href: string; icon: IconName; title: string; text: string }[] = [
  {
    href: "/markets",
    icon: "markets",
    title: "Trade a prediction market",
    text: "Choose an outcome; see its payout and how it is resolved.",
  },
  {
    href: "/launchpad",
    icon: "list",
    title: "Trade a token",
    text: "Pay with USDB and see price impact, fees and minimum received.",
  },
  {
    href: "/launch",
    icon: "launch",
    title: "Launch a token",
    text: "Create a token and its pool in one transaction.",
  },
  {
    href: "/portfolio",
    icon: "portfolio",
    title: "View your portfolio",
    text: "Holdings, cost basis and current value.",
  },
]

export function NextSteps() {
  return (
    <Card title="Next steps">
      <ul className="grid gap-1">
        {steps.map(({ href, icon, title, text }) => (
          <li key={href}>
            <Link
              className="-mx-2 flex min-h-14 items-center gap-3 rounded-control px-2 py-2 hover:bg-sunken"
              href={href}
            >
              <span className="flex size-10 shrink-0 items-center justify-center rounded-full bg-accent-soft text-accent">
                <Icon name={icon} />
              </span>
              <span className="grid min-w-0 flex-1">
                <span className="font-medium">{title}</span>
                <span className="text-sm text-muted">{text}</span>
              </span>
              <span className="text-muted">
                <Icon name="right" size={18} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}
