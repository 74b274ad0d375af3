import type { Metadata } from "next"
import { NoChain } from "@/components/wallet/no-chain"
import { browserConfig } from "@/lib/chain/browser-config"
import { findTokenCards } from "@/lib/tokens/browse/queries"
import { browseQuery } from "@/lib/tokens/schema"
import { LaunchIsland } from "./_parts/launch-island"

export const metadata: Metadata = {
  title: "Launch",
  description: "Create a token with its own pool in one transaction.",
}

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export default async function LaunchPage({ searchParams }: Props) {
  const { symbol, name } = await searchParams
  const namesakes = await findNamesakes([symbol, name])
  return (
    <div className="grid gap-5">
      <header className="grid gap-1">
        <h1>Launch a token</h1>
        <p className="max-w-prose text-muted">
          One transaction creates the token and its pool. It opens at 1 USD, and nobody holds any of
          it before the first buy.
        </p>
      </header>
      {browserConfig() ? <LaunchIsland namesakes={namesakes} /> : <NoChain />}
    </div>
  )
}

async function findNamesakes(texts: (string | string[] | undefined)[]) {
  const searches = texts.flatMap(
    (text) => browseQuery.safeParse({ search: text, limit: "100" }).data ?? [],
  )
  const pages = await Promise.all(
    searches.filter(({ search }) => search).map((query) => findTokenCards(query)),
  )
  const found = pages.flatMap(({ data }) => data)
  return [...new Map(found.map((card) => [card.address, card])).values()].map(
    ({ address, symbol, name }) => ({ address, symbol, name }),
  )
}
