import type { Metadata } from "next"
import { redirect } from "next/navigation"
import { isAddress } from "viem"
import { Button } from "@/components/ui/button"
import { Card } from "@/components/ui/card"
import { Field } from "@/components/ui/field"
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
      <WalletForm invalidInput={input} />
    </div>
  )
}

type WalletFormProps = {
  /** The submitted text if it is not an address. */
  invalidInput: string | undefined
}

function WalletForm({ invalidInput }: WalletFormProps) {
  return (
    <Card title="Look up a wallet">
      <form action="/portfolio" className="grid gap-3">
        <Field
          autoCapitalize="none"
          className="figures"
          defaultValue={invalidInput}
          error={
            invalidInput ? "Enter a valid address: 0x followed by 40 hexadecimal characters." : null
          }
          label="Address"
          name="wallet"
          placeholder="0x…"
          required
          spellCheck={false}
        />
        <Button variant="secondary" type="submit">
          View portfolio
        </Button>
      </form>
    </Card>
  )
}
