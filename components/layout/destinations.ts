import type { IconName } from "@/components/ui/icon"

type Destination = {
  href: string
  label: string
  icon: IconName
  /** Left out of the phone's bar, which has room for five; others lead there. */
  isWideOnly?: boolean
}

export const destinations: readonly Destination[] = [
  { href: "/", label: "Home", icon: "home" },
  { href: "/markets", label: "Markets", icon: "markets" },
  { href: "/launchpad", label: "Launchpad", icon: "list" },
  { href: "/launch", label: "Launch", icon: "launch", isWideOnly: true },
  { href: "/reef", label: "Reef", icon: "reef" },
  { href: "/portfolio", label: "Portfolio", icon: "portfolio" },
  { href: "/faucet", label: "Faucet", icon: "faucet", isWideOnly: true },
]
