import type { Metadata } from "next"
import { NoChain } from "@/components/chain/no-chain"
import { getBrowserConfig } from "@/lib/chain/browser-config"
import { LaunchWizard } from "./_parts/wizard"

export const metadata: Metadata = {
  title: "Launch a token",
  description: "Create a token with its own pool in one transaction. It can be traded at once.",
  alternates: { canonical: "/launch" },
}

export default function LaunchPage() {
  return (
    <div className="grid gap-5">
      <header className="grid gap-1">
        <h1>Launch a token</h1>
        <p className="max-w-prose text-muted">
          One transaction creates the token and its pool. The price starts at $1.00, and nobody
          holds any tokens before the first buy.
        </p>
      </header>
      {getBrowserConfig() ? <LaunchWizard /> : <NoChain />}
    </div>
  )
}
