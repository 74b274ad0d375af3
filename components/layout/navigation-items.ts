import type { IconName } from "@/components/ui/icon"

/**
 * Where a page is found: in the bar of narrow screens and in the header; in the header of wide screens, else in the menu
 * "More"; or in that menu on all screens.
 */
type Place = "everywhere" | "wide" | "menu"

type NavigationItem = { href: string; label: string; icon: IconName; place: Place }

export const navigationItems: readonly NavigationItem[] = [
  { href: "/", label: "Home", icon: "home", place: "everywhere" },
  { href: "/markets", label: "Markets", icon: "markets", place: "everywhere" },
  { href: "/rounds", label: "Rounds", icon: "rounds", place: "wide" },
  { href: "/launchpad", label: "Launchpad", icon: "list", place: "everywhere" },
  { href: "/launch", label: "Launch", icon: "launch", place: "wide" },
  { href: "/borrow", label: "Borrow", icon: "loan", place: "wide" },
  { href: "/earn", label: "Earn", icon: "vault", place: "wide" },
  { href: "/reef", label: "Reef", icon: "reef", place: "everywhere" },
  { href: "/portfolio", label: "Portfolio", icon: "portfolio", place: "everywhere" },
  { href: "/agents", label: "Agents", icon: "users", place: "menu" },
  { href: "/leaderboard", label: "Leaderboard", icon: "table", place: "menu" },
  { href: "/faucet", label: "Faucet", icon: "faucet", place: "menu" },
]

/** In the menu on some screens at least. */
export const menuItems = navigationItems.filter(({ place }) => place !== "everywhere")
