import Link from "next/link"
import { LaunchRow } from "@/components/tokens/launch-row"
import { Card } from "@/components/ui/card"
import type { TokenView } from "@/lib/tokens/schema"
import { loadCreatorTokens } from "./load"

const ROWS = 5

/** Other tokens of the creator. */
export async function CreatorTokensCard({ token }: { token: TokenView }) {
  const launches = await loadCreatorTokens(token)
  return (
    <Card title="The creator's other launches">
      {launches.length === 0 ? (
        <p className="text-sm text-muted">None yet: this is the creator's first token.</p>
      ) : (
        <>
          <ol className="divide-y divide-line">
            {launches.slice(0, ROWS).map((launch) => (
              <LaunchRow key={launch.address} launch={launch} />
            ))}
          </ol>
          <Link
            className="text-link inline-flex min-h-11 items-center text-sm"
            href={`/wallets/${token.dev}`}
            prefetch={false}
          >
            {launches.length > ROWS ? `All ${launches.length} and more` : "More"} about the creator
          </Link>
        </>
      )}
    </Card>
  )
}
