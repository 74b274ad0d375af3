import type { IconName } from "@/components/ui/icon"

type NavigationItem = {
  href: string
  label: string
  icon: IconName
  /** Hidden on narrow screens, which have room for five. */
  isWideOnly?: boolean
}

export const navigationItems: readonly NavigationItem[] = [
  { href: "/", label: "Home", icon: "home" },
  { href: "/markets", label: "Markets", icon: "markets" },
  { href: "/rounds", label: "Rounds", icon: "rounds", isWideOnly: true },
  { href: "/launchpad", label: "Launchpad", icon: "list" },
  { href: "/launch", label: "Launch", icon: "launch", isWideOnly: true },
  { href: "/borrow", label: "Borrow", icon: "loan", isWideOnly: true },
  { href: "/earn", label: "Earn", icon: "vault", isWideOnly: true },
  { href: "/reef", label: "Reef", icon: "reef" },
  { href: "/portfolio", label: "Portfolio", icon: "portfolio" },
  { href: "/faucet", label: "Faucet", icon: "faucet", isWideOnly: true },
]
