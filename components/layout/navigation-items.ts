import type { IconName } from "@/components/ui/icon"

/**
 * Where a page is linked: in the bar of narrow screens and in the header; in the header of wide screens, else in the
 * menu "More"; or in that menu on all screens.
 */
type Visibility = "everywhere" | "wide" | "menu"

type NavigationItem = { href: string; label: string; icon: IconName; visibility: Visibility }

export const navigationItems: readonly NavigationItem[] = [
  { href: "/", label: "Home", icon: "home", visibility: "everywhere" },
  { href: "/markets", label: "Markets", icon: "markets", visibility: "everywhere" },
  { href: "/rounds", label: "Rounds", icon: "rounds", visibility: "wide" },
  { href: "/launchpad", label: "Launchpad", icon: "list", visibility: "everywhere" },
  { href: "/launch", label: "Launch", icon: "launch", visibility: "wide" },
  { href: "/borrow", label: "Borrow", icon: "loan", visibility: "wide" },
  { href: "/earn", label: "Earn", icon: "vault", visibility: "wide" },
  { href: "/reef", label: "Reef", icon: "reef", visibility: "everywhere" },
  { href: "/portfolio", label: "Portfolio", icon: "portfolio", visibility: "everywhere" },
  { href: "/agents", label: "Agents", icon: "users", visibility: "menu" },
  { href: "/leaderboard", label: "Leaderboard", icon: "table", visibility: "menu" },
  { href: "/faucet", label: "Faucet", icon: "faucet", visibility: "menu" },
]

/** In the menu on some screens at least. */
export const menuItems = navigationItems.filter(({ visibility }) => visibility !== "everywhere")
