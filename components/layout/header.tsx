import Link from "next/link"
import { WalletButton } from "@/components/wallet/wallet-button"
import { Mark } from "./mark"
import { HeaderNavigation } from "./navigation"

export function Header({ chainName }: { chainName: string | null }) {
  return (
    <header className="sticky top-0 z-20 border-b border-line bg-surface">
      <div className="mx-auto flex min-h-16 max-w-7xl items-center gap-3 px-4 sm:px-6">
        <Link className="flex min-h-11 items-center gap-2 text-lg font-semibold" href="/">
          <Mark />
          Atoll
        </Link>
        <HeaderNavigation />
        <div className="ml-auto flex items-center gap-2 sm:gap-3">
          {chainName && (
            <span className="flex items-center gap-1.5 text-xs text-muted sm:text-sm">
              <span aria-hidden="true" className="size-2 shrink-0 rounded-full bg-kelp" />
              <span className="sr-only">Network: </span>
              <span className="max-w-28 truncate sm:max-w-40">{chainName}</span>
            </span>
          )}
          <WalletButton />
        </div>
      </div>
    </header>
  )
}
