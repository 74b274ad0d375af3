import Link from "next/link"
import { Icon, type IconName } from "@/components/ui/icon"

type Props = { address: string; isFrozen: boolean; hasSurge: boolean }

/** Links to what the creator can do on the token's page. */
export function NextSteps(props: Props) {
  return (
    <ul className="-mx-2 grid gap-1">
      {listSteps(props).map(({ icon, title, text, href }) => (
        <li key={title}>
          <Link
            className="grid grid-cols-[auto_1fr_auto] items-center gap-3 rounded-control px-2 py-2.5 hover:bg-sunken"
            href={href}
            prefetch={false}
          >
            <span className="text-accent">
              <Icon name={icon} />
            </span>
            <span className="grid gap-0.5 text-sm">
              <span className="font-medium">{title}</span>
              <span className="text-muted">{text}</span>
            </span>
            <Icon name="right" size={16} />
          </Link>
        </li>
      ))}
    </ul>
  )
}

type NextStep = { icon: IconName; title: string; text: string; href: string }

function listSteps({ address, isFrozen, hasSurge }: Props): NextStep[] {
  const page = `/tokens/${address}`
  const buy: NextStep = {
    icon: "swap",
    title: "Buy your token",
    text: "Nobody holds any tokens before the first buy.",
    href: `${page}#trade`,
  }
  const whitelist: NextStep = {
    icon: "users",
    title: "Add wallets to the whitelist",
    text: "The token is frozen: only whitelisted wallets can buy until you open it.",
    href: page,
  }
  const surge: NextStep = {
    icon: "surge",
    title: hasSurge ? "Surge tax active" : "Start a surge tax",
    text: "A temporary extra tax deters snipers. You receive 20% of it.",
    href: page,
  }
  return isFrozen ? [whitelist, buy, surge] : [buy, surge]
}
