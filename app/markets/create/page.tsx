import type { Metadata } from "next"
import { NoChain } from "@/components/chain/no-chain"
import { getBrowserConfig } from "@/lib/chain/browser-config"
import { MarketWizard } from "./_parts/wizard"

export const metadata: Metadata = {
  title: "Create a market",
  description: "Create a prediction market: a question, its outcomes and a seed.",
  alternates: { canonical: "/markets/create" },
}

export default function CreateMarketPage() {
  return (
    <div className="grid gap-5">
      <header className="grid gap-1">
        <h1>Create a market</h1>
        <p className="max-w-prose text-muted">
          A question with two or more outcomes. Holders of the winning outcome share the payout
          pool.
        </p>
      </header>
      {getBrowserConfig() ? <MarketWizard /> : <NoChain />}
    </div>
  )
}
