import type { Metadata } from "next"
import { zeroAddress } from "viem"
import { z } from "zod"
import { NoChain } from "@/components/chain/no-chain"
import { LiveRefresh } from "@/components/live/live-refresh"
import { parseAddress } from "@/components/portfolio/address"
import { Card } from "@/components/ui/card"
import { Notice } from "@/components/ui/notice"
import { Section } from "@/components/ui/section"
import { getBrowserConfig } from "@/lib/chain/browser-config"
import { getPageVersion } from "@/lib/live/page-version"
import { type CollateralToken, walletLoan } from "@/lib/loans/schema"
import {
  findCollateralToken,
  findDeepTokens,
  findLiquidatableLoans,
} from "@/lib/loans/wallet-queries"
import { LazyBorrowPanel, LazyExpiredLoans, LazyOwnLoans } from "./_parts/lazy-panels"
import { RatesCard } from "./_parts/rates-card"

export const metadata: Metadata = {
  title: "Borrow",
  description:
    "Borrow USDB on tokens you hold, for 10 to 1,000 days. No price can liquidate the loan.",
  alternates: { canonical: "/borrow" },
}

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export default async function BorrowPage({ searchParams }: Props) {
  const version = getPageVersion()
  const { token } = await searchParams
  const address = typeof token === "string" ? parseAddress(token) : null
  const [chosen, deepest] = await Promise.all([
    address ? findCollateralToken(address) : null,
    findDeepTokens(),
  ])
  const config = getBrowserConfig()
  const hasLoans = config !== null && config.contracts.loanHub !== zeroAddress
  return (
    <div className="grid grid-cols-1 gap-5">
      <header className="grid gap-1">
        <h1>Borrow</h1>
        <p className="max-w-prose text-muted">
          Borrow USDB on tokens you hold and keep them. Choose 10 to 1,000 days and pay the fee in
          advance: no price can liquidate the loan, only its expiry.
        </p>
      </header>
      {!config && <NoChain />}
      {config && !hasLoans && (
        <Notice title="Loans are not available on this chain">
          <p>Its loan contracts are not deployed yet.</p>
        </Notice>
      )}
      {hasLoans && (
        <>
          <LazyBorrowPanel
            chosen={chosen?.address ?? null}
            isUnknown={token !== undefined && chosen === null}
            tokens={withChosen(deepest, chosen)}
          />
          <RatesCard />
          <Card title="Your loans">
            <LazyOwnLoans version={version} />
          </Card>
          <Section title="Expired loans">{ExpiredLoans}</Section>
        </>
      )}
      <LiveRefresh version={version} />
    </div>
  )
}

async function ExpiredLoans() {
  const expired = await findLiquidatableLoans()
  if (expired.length === 0) return null
  return (
    <Card title="Expired loans">
      <p className="mb-4 max-w-prose text-sm text-muted">
        Anybody may liquidate these. The one who does receives a tenth of the collateral that the
        debt leaves.
      </p>
      <LazyExpiredLoans loans={z.encode(z.array(walletLoan), expired)} />
    </Card>
  )
}

const withChosen = (tokens: CollateralToken[], chosen: CollateralToken | null) =>
  chosen && !tokens.some(({ address }) => address === chosen.address) ? [chosen, ...tokens] : tokens
