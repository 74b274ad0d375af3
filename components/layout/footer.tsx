import type { ReactNode } from "react"
import { menuItems } from "./navigation-items"
import { ThemeSwitch } from "./theme-switch"

/** Links for screens that do not show the header. */
const narrowLinks = menuItems.filter(({ visibility }) => visibility === "wide")

const links = [
  { href: "/vesting", label: "Vesting" },
  { href: "/agents", label: "Agents" },
  { href: "/leaderboard", label: "Leaderboard" },
  { href: "/faucet", label: "Faucet" },
  { href: "/docs", label: "Docs" },
  { href: "/contracts.json", label: "Contracts" },
  { href: "/docs/design", label: "Design" },
  { href: "/account", label: "Account" },
  { href: "/bugs", label: "Report a bug" },
]

type FooterProps = {
  indexStatus: ReactNode
  chainName: string | null
  /** Null if none is configured. */
  sourceUrl: string | null
}

export function Footer({ indexStatus, chainName, sourceUrl }: FooterProps) {
  const all = sourceUrl ? [...links, { href: sourceUrl, label: "Source" }] : links
  return (
    <footer className="border-t border-line pb-[calc(5rem+env(safe-area-inset-bottom))] lg:pb-0 max-lg:[body:has([data-trade-bar])_&]:pb-[calc(9rem+env(safe-area-inset-bottom))]">
      <div className="mx-auto flex max-w-7xl flex-col gap-1 px-4 py-3 text-sm text-muted sm:px-6 md:flex-row md:items-center md:justify-between">
        <div className="flex flex-wrap items-center gap-x-4">
          {indexStatus}
          {chainName && <span className="2xl:hidden">{chainName}</span>}
          <ThemeSwitch className="ml-auto sm:hidden" />
        </div>
        <ul className="flex flex-wrap items-center gap-x-5">
          {narrowLinks.map((link) => (
            <li className="lg:hidden" key={link.href}>
              <FooterLink {...link} />
            </li>
          ))}
          {all.map((link) => (
            <li key={link.href}>
              <FooterLink {...link} />
            </li>
          ))}
        </ul>
      </div>
    </footer>
  )
}

const FooterLink = ({ href, label }: { href: string; label: string }) => (
  <a className="footer-link" href={href}>
    {label}
  </a>
)
