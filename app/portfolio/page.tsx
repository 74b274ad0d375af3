import type { Metadata } from "next"
import { redirect } from "next/navigation"
import { isAddress } from "viem"
import { WalletForm } from "@/components/portfolio/wallet-form"
import { OwnPortfolioRedirect } from "./_parts/own-portfolio-redirect"

export const metadata: Metadata = {
  title: "Portfolio",
  description: "Holdings, net worth, positions and trades of a wallet.",
}

type Props = { searchParams: Promise<{ wallet?: string | string[] }> }

/** Redirects the connected wallet to its portfolio; the form opens any other one. */
export default async function PortfolioPage({ searchParams }: Props) {
  const { wallet } = await searchParams
  const input = (Array.isArray(wallet) ? wallet[0] : wallet)?.trim()
  if (input && isAddress(input, { strict: false })) redirect(`/portfolio/${input.toLowerCase()}`)
  return (
    <div className="mx-auto grid w-full max-w-xl gap-5">
      <h1>Portfolio</h1>
      <OwnPortfolioRedirect />
      <WalletForm invalidInput={input} path="/portfolio">
        View portfolio
      </WalletForm>
    </div>
  )
}
