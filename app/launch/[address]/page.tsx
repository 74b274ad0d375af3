import type { Metadata } from "next"
import { NotFound, notFoundMetadata } from "@/app/_parts/not-found"
import { EditProject } from "@/components/content/edit-project"
import { LiveRefresh } from "@/components/live/live-refresh"
import { Card } from "@/components/ui/card"
import { findCreator } from "@/lib/content/onchain"
import { env } from "@/lib/env"
import { shortenAddress } from "@/lib/format"
import { ApiError } from "@/lib/http/errors"
import { address as addressSchema } from "@/lib/http/wire"
import { getPageVersion } from "@/lib/live/page-version"
import { readTokenState } from "@/lib/tokens/onchain"
import { findToken } from "@/lib/tokens/queries"
import { LiveCard } from "./_parts/live-card"
import { NextSteps } from "./_parts/next-steps"
import { NotYetIndexed } from "./_parts/not-yet-indexed"
import { ShareCard } from "./_parts/share-card"

type Props = { params: Promise<{ address: string }> }

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const token = await loadLaunch(params)
  if (token === "unknown") return notFoundMetadata("launch")
  if (!token) return { title: "Launched", robots: { index: false } }
  const title = `${displaySymbol(token)} is live`
  const description = `${token.name} has been launched on Atoll, with a pool of its own. See its price and make the first trades.`
  const url = `/launch/${token.address}`
  return {
    title,
    description,
    // The token's page is the canonical one.
    alternates: { canonical: `/tokens/${token.address}` },
    openGraph: {
      type: "website",
      siteName: "Atoll",
      title,
      description,
      url,
      // Shows the price history.
      images: [`/tokens/${token.address}/opengraph-image`],
    },
    twitter: { card: "summary_large_image", title, description },
  }
}

/** The page after a launch, to share. */
export default async function LaunchedPage({ params }: Props) {
  const token = await loadLaunch(params)
  if (token === "unknown") return <NotFound subject="launch" />
  if (!token) return <NotYetIndexed />
  const { frozen, surgeRate } = await readTokenState(token.address)
  const url = `${env().BASE_URL}/launch/${token.address}`
  return (
    <div className="grid grid-cols-1 gap-5">
      <LiveRefresh version={getPageVersion()} topics={[token.address]} />
      <header className="grid gap-1">
        <h1 className="wrap-anywhere">
          <bdi>{displaySymbol(token)}</bdi> is live
        </h1>
        <p className="text-muted">The token has its own pool and can be traded now.</p>
      </header>
      <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <LiveCard
          edit={<EditProject dev={token.dev} token={token.address} />}
          isFrozen={frozen === true}
          token={token}
        />
        <div className="grid grid-cols-1 gap-5">
          <ShareCard symbol={displaySymbol(token)} url={url} />
          <Card title="Next steps">
            <NextSteps
              address={token.address}
              hasSurge={surgeRate !== null && surgeRate > 0n}
              isFrozen={frozen === true}
            />
          </Card>
        </div>
      </div>
    </div>
  )
}

/** The token; null while it is on the chain but not indexed; "unknown" without one. */
async function loadLaunch(params: Props["params"]) {
  getPageVersion()
  const parsed = addressSchema.safeParse((await params).address)
  if (!parsed.success) return "unknown"
  const token = await findToken(parsed.data)
  if (token && !token.isMain) return token
  if (token || (await isUnknown(parsed.data))) return "unknown"
  return null
}

/** Whether the factory has not created the address. */
async function isUnknown(address: string) {
  try {
    return (await findCreator(address)) === null
  } catch (error) {
    if (error instanceof ApiError) return true
    throw error
  }
}

/** The address where the symbol is invisible. */
const displaySymbol = ({ symbol, address }: { symbol: string; address: string }) =>
  symbol.trim() || shortenAddress(address)
