import type { Metadata } from "next"
import { redirect } from "next/navigation"
import { isAddress } from "viem"
import { OwnPortfolioRedirect } from "./_parts/own-portfolio-redirect"
import { WalletForm } from "./_parts/wallet-form"

export const metadata: Metadata = {
  title: "Portfolio",
  description: "What a wallet holds, what it is worth, and what it has traded.",
}

type Props = { searchParams: Promise<{ wallet?: string | string[] }> }

/** The way in: the connected wallet leads to its page, any other address through the form. */
export default async function PortfolioPage({ searchParams }: Props) {
  const { wallet } = await searchParams
  const asked = (Array.isArray(wallet) ? wallet[0] : wallet)?.trim()
  if (asked && isAddress(asked, { strict: false })) redirect(`/portfolio/${asked.toLowerCase()}`)
  return (
    <div className="mx-auto grid w-full max-w-xl gap-5">
      <h1>Portfolio</h1>
      <OwnPortfolioRedirect />
      <WalletForm invalidInput={asked} />
    </div>
  )
}
