import type { Metadata } from "next"
import { isHash } from "viem"
import { NotFound, notFoundMetadata } from "@/app/_parts/not-found"
import { Card } from "@/components/ui/card"
import { EmptyState, ErrorState } from "@/components/ui/states"
import { env } from "@/lib/env"
import { apiErrors } from "@/lib/errors/api"
import { shortenAddress } from "@/lib/format"
import { ApiError } from "@/lib/http/errors"
import { getPageVersion } from "@/lib/live/page-version"
import { TransactionTooLargeError } from "@/lib/transactions/onchain"
import { findTransaction } from "@/lib/transactions/queries"
import { AutoRefresh } from "./_parts/auto-refresh"
import { Details, ExplorerLink } from "./_parts/details"
import { EventList } from "./_parts/event-list"
import { OwnTransaction } from "./_parts/own-transaction"
import { SentenceText } from "./_parts/sentence"
import { Status } from "./_parts/status"

type Props = { params: Promise<{ hash: string }> }

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const hash = parseHash(await params)
  if (!hash) return notFoundMetadata("transaction")
  return {
    title: `Transaction ${shortenAddress(hash)}`,
    description: "Status, events and details of a transaction.",
    alternates: { canonical: `/tx/${hash}` },
    // Transaction pages are not indexed by search engines.
    robots: { index: false },
  }
}

/** A transaction, explained; also for chains without a block explorer. */
export default async function TransactionPage({ params }: Props) {
  const version = getPageVersion()
  const hash = parseHash(await params)
  if (!hash) return <NotFound subject="transaction" />
  const { EXPLORER_URL } = env()
  const result = await loadTransaction(hash)
  const view = typeof result === "string" ? null : result
  const explorer = EXPLORER_URL ? `${EXPLORER_URL.replace(/\/+$/, "")}/tx/${hash}` : null
  return (
    <div className="mx-auto grid w-full max-w-3xl grid-cols-1 gap-5">
      <header className="grid gap-1">
        <h1>Transaction</h1>
        <p className="text-sm break-all text-muted">{hash}</p>
      </header>
      {result === "unreachable" ? (
        <Card>
          <ErrorState code="CHAIN_UNAVAILABLE" title={apiErrors.CHAIN_UNAVAILABLE.sentence}>
            This page retries automatically.
          </ErrorState>
        </Card>
      ) : result === "too-large" ? (
        <Card>
          <EmptyState
            action={explorer && <ExplorerLink href={explorer} />}
            icon="warning"
            title="This transaction is too large to display"
          >
            It is confirmed, but its receipt contains too many events.
          </EmptyState>
        </Card>
      ) : view ? (
        <>
          <Card>
            <div className="grid gap-4">
              <Status view={view} />
              <p className="text-lg font-semibold wrap-anywhere">
                <SentenceText names={view.names} sentence={view.call} />
              </p>
            </div>
          </Card>
          {view.status === "pending" && <OwnTransaction hash={hash} />}
          <EventList view={view} />
          <Details explorer={explorer} view={view} />
        </>
      ) : (
        <UnknownTransaction explorer={explorer} hash={hash} />
      )}
      {result !== "too-large" && (
        <AutoRefresh
          confirmations={view?.block?.confirmations ?? 0}
          hash={hash}
          version={version}
          status={view?.status ?? null}
        />
      )}
    </div>
  )
}

function parseHash({ hash }: { hash: string }) {
  const lower = hash.toLowerCase()
  return isHash(lower) ? lower : null
}

async function loadTransaction(hash: `0x${string}`) {
  try {
    return await findTransaction(hash)
  } catch (error) {
    if (error instanceof TransactionTooLargeError) return "too-large"
    if (error instanceof ApiError && error.code === "CHAIN_UNAVAILABLE") return "unreachable"
    throw error
  }
}

function UnknownTransaction({ hash, explorer }: { hash: string; explorer: string | null }) {
  return (
    <>
      <Card>
        <EmptyState
          action={explorer && <ExplorerLink href={explorer} />}
          icon="search"
          title="Transaction not found yet"
        >
          If it was just sent, it appears here automatically. It may also have been replaced by the
          wallet, or belong to another chain.
        </EmptyState>
      </Card>
      <OwnTransaction hash={hash} />
    </>
  )
}
