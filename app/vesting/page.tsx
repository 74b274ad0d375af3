import type { Metadata } from "next"
import { LiveRefresh } from "@/components/live/live-refresh"
import { OwnerBadge } from "@/components/portfolio/owner-badge"
import { WalletForm } from "@/components/portfolio/wallet-form"
import { Address } from "@/components/ui/address"
import { ButtonLink } from "@/components/ui/button"
import type { SearchParams } from "@/lib/http/search-params"
import { getPageVersion } from "@/lib/live/page-version"
import { tryLoad } from "@/lib/pages/try-load"
import { findOwnName } from "@/lib/profiles/authors"
import { Introduction } from "./_parts/introduction"
import { OwnSchedules } from "./_parts/own-schedules"
import { Schedules } from "./_parts/schedules"
import { parseVestingState, type VestingState } from "./_parts/url-state"

export const metadata: Metadata = {
  title: "Vesting",
  description:
    "Lock tokens for somebody and release them over time or at once. Claim, extend, and borrow on what vests.",
  alternates: { canonical: "/vesting" },
}

type Props = { searchParams: Promise<SearchParams> }

/** The schedules of a wallet; without one, what vesting is. */
export default async function VestingPage({ searchParams }: Props) {
  const version = getPageVersion()
  const state = parseVestingState(await searchParams)
  const { wallet } = state
  return (
    <div className="grid grid-cols-1 gap-5">
      {wallet === null ? <Start state={state} /> : <Wallet state={state} wallet={wallet} />}
      <LiveRefresh version={version} />
    </div>
  )
}

function Start({ state }: { state: VestingState }) {
  return (
    <>
      <header className="flex flex-wrap items-center gap-3">
        <h1>Vesting</h1>
        <CreateLink />
      </header>
      <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-[minmax(0,1fr)_24rem]">
        <Introduction />
        <div className="grid grid-cols-1 gap-5">
          <OwnSchedules role={state.role} />
          <WalletForm invalidInput={state.invalidInput} path="/vesting">
            View schedules
          </WalletForm>
        </div>
      </div>
    </>
  )
}

async function Wallet({ state, wallet }: { state: VestingState; wallet: string }) {
  const name = await tryLoad(findOwnName(wallet))
  return (
    <>
      <header className="flex flex-wrap items-center gap-x-3 gap-y-3">
        <h1>Vesting</h1>
        <OwnerBadge wallet={wallet} />
        <Address
          address={wallet}
          href={`/wallets/${wallet}`}
          {...(name?.username && { label: name.username })}
        />
        <CreateLink />
      </header>
      <Schedules state={state} wallet={wallet} />
    </>
  )
}

const CreateLink = () => (
  <ButtonLink className="ml-auto" href="/vesting/create">
    Create schedules
  </ButtonLink>
)
