import type { Metadata } from "next"
import { formatUsd, shortenAddress } from "@/lib/format"
import { cleanLine } from "@/lib/http/wire"
import type { TokenView } from "@/lib/tokens/schema"

export function tokenMetadata(
  token: Pick<TokenView, "address" | "name" | "symbol" | "priceUsd">,
): Metadata {
  const { name, symbol } = tokenNames(token)
  const price = token.priceUsd === null ? "" : ` at ${formatUsd(token.priceUsd)}`
  const title = `${symbol}${price}`
  const description = `${name}: price chart, trades, holders and safety findings. Trade it on Atoll.`
  const url = `/tokens/${token.address}`
  return {
    title,
    description,
    alternates: { canonical: url, types: { "text/markdown": `${url}.md` } },
    openGraph: { type: "website", siteName: "Atoll", title, description, url },
    twitter: { card: "summary_large_image", title, description },
  }
}

/** Longest name in titles and images. */
const MAX_NAME = 60

/** Name and symbol on one line, shortened; the address where nothing is visible. */
export function tokenNames({
  address,
  name,
  symbol,
}: Pick<TokenView, "address" | "name" | "symbol">) {
  const shown = (text: string) => {
    const clean = [...cleanLine(text)]
    if (!/[\p{L}\p{N}\p{P}\p{S}]/u.test(clean.join(""))) return shortenAddress(address)
    return clean.length > MAX_NAME ? `${clean.slice(0, MAX_NAME - 1).join("")}…` : clean.join("")
  }
  return { name: shown(name), symbol: shown(symbol) }
}
