import Link from "next/link"
import { StaleBar } from "@/components/live/stale-bar"
import { LoanReminder } from "@/components/loans/reminder/loan-reminder"
import { SearchButton } from "@/components/search/search-button"
import { Icon } from "@/components/ui/icon"
import { WalletButton } from "@/components/wallet/wallet-button"
import { Logo } from "./logo"
import { HeaderNavigation } from "./navigation"
import { ThemeSwitch } from "./theme-switch"

export function Header({ chainName }: { chainName: string | null }) {
  return (
    <header className="sticky top-0 z-20 border-b border-line bg-surface">
      <div className="mx-auto flex min-h-16 max-w-7xl items-center gap-1 px-4 sm:gap-2 sm:px-6">
        <Link
          className="mr-1 flex shrink-0 min-h-11 min-w-11 items-center gap-2 font-display text-xl font-bold tracking-tight"
          href="/"
          prefetch={false}
        >
          <Logo />
          <span className="whitespace-nowrap max-[26rem]:sr-only">Atoll</span>
        </Link>
        <HeaderNavigation />
        <div className="ml-auto flex items-center gap-1 sm:gap-2">
          <SearchButton />
          {chainName && <Network name={chainName} />}
          <ThemeSwitch className="max-sm:hidden" />
          <AccountLink />
          <WalletButton />
        </div>
      </div>
      <LoanReminder />
      <StaleBar />
    </header>
  )
}

function Network({ name }: { name: string }) {
  return (
    <span className="hidden items-center gap-1.5 px-1 text-sm text-muted 2xl:flex">
      <span aria-hidden="true" className="size-2 shrink-0 rounded-full bg-kelp" />
      <span className="sr-only">Network: </span>
      <span className="max-w-40 truncate">{name}</span>
    </span>
  )
}

function AccountLink() {
  return (
    <Link
      aria-label="Account and settings"
      className="flex size-11 shrink-0 items-center justify-center rounded-control text-muted hover:bg-sunken hover:text-ink max-sm:hidden"
      href="/account"
      prefetch={false}
      title="Account and settings"
    >
      <Icon name="settings" />
    </Link>
  )
}
