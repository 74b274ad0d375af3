import type { Metadata } from "next"
import { NoChain } from "@/components/chain/no-chain"
import { LiveRoundsProvider } from "@/components/updown/live-rounds"
import { RoundsMatrix } from "@/components/updown/matrix"
import { getBrowserConfig } from "@/lib/chain/browser-config"
import { listAssetContracts } from "@/lib/updown/contracts"
import { readRounds } from "@/lib/updown/onchain"
import { HowItWorks } from "./_parts/how-it-works"
import { ChainSilent, NotDeployed } from "./_parts/unavailable"

export const metadata: Metadata = {
  title: "Price rounds",
  description:
    "Will the price be higher at the end of the round? Bet USDB on up or down: five assets, 5 minutes to 24 hours.",
  alternates: { canonical: "/rounds" },
}

export default async function RoundsPage() {
  return (
    <div className="grid grid-cols-1 gap-5">
      <header className="grid gap-1">
        <h1>Price rounds</h1>
        <p className="max-w-prose text-muted">
          Will the price be higher or lower at the end of the round? Figures under Up and Down are
          what a bet of 10 USDB pays now if it wins, net of all fees and with the stake.
        </p>
      </header>
      {getBrowserConfig() ? <Rounds /> : <NoChain />}
      <HowItWorks />
    </div>
  )
}

async function Rounds() {
  if (listAssetContracts().length === 0) return <NotDeployed />
  const view = await readRounds()
  if (!view) return <ChainSilent />
  return (
    <LiveRoundsProvider initial={view}>
      <RoundsMatrix />
    </LiveRoundsProvider>
  )
}
