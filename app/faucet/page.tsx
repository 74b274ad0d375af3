import type { Metadata } from "next"
import { NoChain } from "@/components/chain/no-chain"
import { ADDRESS_PATTERN } from "@/lib/address"
import { getBrowserConfig } from "@/lib/chain/browser-config"
import { isFaucetConfigured } from "@/lib/faucet/treasury"
import { LazyFaucetPanel } from "./_parts/lazy-faucet-panel"
import { NextSteps } from "./_parts/next-steps"

export const metadata: Metadata = {
  title: "Faucet",
  description: "Claim free USDB once a day to trade with on the test chain.",
  alternates: { canonical: "/faucet" },
}

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export default async function FaucetPage({ searchParams }: Props) {
  const { ref } = await searchParams
  const linkedBy = typeof ref === "string" && ADDRESS_PATTERN.test(ref) ? ref.toLowerCase() : null
  const hasService = isFaucetConfigured()
  return (
    <div className="mx-auto grid w-full max-w-xl gap-5">
      <header className="grid gap-1">
        <h1>Faucet</h1>
        <p className="text-muted">
          USDB is Atoll’s test dollar. It is free and has no value elsewhere. Each wallet can claim
          once every 24 hours.
        </p>
      </header>
      {getBrowserConfig() ? (
        <LazyFaucetPanel hasService={hasService} linkedBy={linkedBy} />
      ) : (
        <NoChain />
      )}
      <NextSteps />
    </div>
  )
}
