import type { IconName } from "@/components/ui/icon"

type Destination = { href: string; label: string; icon: IconName }

export const destinations: readonly Destination[] = [
  { href: "/", label: "Home", icon: "home" },
  { href: "/launchpad", label: "Launchpad", icon: "list" },
  { href: "/launch", label: "Launch", icon: "launch" },
  { href: "/portfolio", label: "Portfolio", icon: "portfolio" },
  { href: "/faucet", label: "Faucet", icon: "faucet" },
]
