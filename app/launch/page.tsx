import type { Metadata } from "next"
import { NoChain } from "@/components/chain/no-chain"
import { getBrowserConfig } from "@/lib/chain/browser-config"
import { LaunchWizard } from "./_parts/wizard"

export const metadata: Metadata = {
  title: "Launch a token",
  description:
    "Create a token with a pool of its own in one transaction: name, picture, market, and it trades.",
  alternates: { canonical: "/launch" },
}

export default function LaunchPage() {
  return (
    <div className="grid gap-5">
      <header className="grid gap-1">
        <h1>Launch a token</h1>
        <p className="max-w-prose text-muted">
          One transaction creates the token and its pool. It opens at 1 USD, and nobody holds any of
          it before the first buy.
        </p>
      </header>
      {getBrowserConfig() ? <LaunchWizard /> : <NoChain />}
    </div>
  )
}
