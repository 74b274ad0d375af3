import { Card } from "@/components/ui/card"
import { EmptyState } from "@/components/ui/states"
import { ExplorerLink } from "./details"
import { OwnTransaction } from "./own-transaction"

/** A hash the node does not know: too new, replaced, or of another chain. */
export function UnknownTransaction({ hash, explorer }: { hash: string; explorer: string | null }) {
  return (
    <>
      <Card>
        <EmptyState
          action={explorer && <ExplorerLink href={explorer} />}
          icon="search"
          title="The network does not know this transaction yet"
        >
          If it was sent a moment ago, it appears here by itself. It may also have been replaced by
          the wallet, or belong to another chain.
        </EmptyState>
      </Card>
      <OwnTransaction hash={hash} />
    </>
  )
}
