"use client"

import { useQuery } from "@tanstack/react-query"
import Link from "next/link"
import { type ReactNode, useState } from "react"
import { QueryFailure } from "@/components/browser/query-failure"
import { Card } from "@/components/ui/card"
import { PageButtons } from "@/components/ui/page-buttons"
import { Skeleton } from "@/components/ui/states"
import { Time } from "@/components/ui/time"
import { useSession } from "@/components/wallet/session/session"
import { formatInteger, shortenAddress } from "@/lib/format"

const PAGE_SIZE = 10
const REFRESH_MS = 60_000

type Page<Row> = { data: Row[]; pagination: { total: number; hasMore: boolean } }

type Props<Row> = {
  title: string
  nothing: string
  queryKey: readonly string[]
  load: (query: { page: string; limit: string }) => Promise<Page<Row>>
  row: (row: Row) => { key: string; content: ReactNode }
}

/** Logs of the contracts that could not be indexed. */
export function UnreadableLogs({ wallet }: { wallet: string }) {
  const { request } = useSession()
  return (
    <PagedList
      load={(query) => request("GET /api/internal/operator/unreadable-logs", { query })}
      nothing="Every log of the contracts could be indexed."
      queryKey={["unreadable logs", wallet]}
      row={({ blockNumber, logIndex, txHash, emitter, reason, seenAt }) => ({
        key: `${blockNumber} ${logIndex}`,
        content: (
          <>
            <p className="flex flex-wrap items-center gap-x-3">
              <TransactionLink block={blockNumber} hash={txHash} logIndex={logIndex} />
              <span className="text-muted">of {shortenAddress(emitter)}</span>
              <Time className="ml-auto text-muted" time={seenAt} />
            </p>
            <p className="text-muted wrap-anywhere">{reason}</p>
          </>
        ),
      })}
      title="Unreadable logs"
    />
  )
}

const whatIsMissing = {
  loan: "The loan as of its block",
  schedule: "The vesting schedule as of its block",
  share_price: "The vault's share price as of its block",
}

/** Events of whose block the node no longer had the state. */
export function MissingStates({ wallet }: { wallet: string }) {
  const { request } = useSession()
  return (
    <PagedList
      load={(query) => request("GET /api/internal/operator/missing-states", { query })}
      nothing="Every contract could be asked as of its event's block."
      queryKey={["missing states", wallet]}
      row={({ blockNumber, logIndex, kind, txHash, time }) => ({
        key: `${blockNumber} ${logIndex}`,
        content: (
          <p className="flex flex-wrap items-center gap-x-3">
            <TransactionLink block={blockNumber} hash={txHash} logIndex={logIndex} />
            <span className="text-muted">{whatIsMissing[kind]}</span>
            {time && <Time className="ml-auto text-muted" time={time} />}
          </p>
        ),
      })}
      title="Missing states"
    />
  )
}

function PagedList<Row>({ title, nothing, queryKey, load, row }: Props<Row>) {
  const [page, setPage] = useState(1)
  const query = useQuery({
    queryKey: [...queryKey, page],
    queryFn: () => load({ page: `${page}`, limit: `${PAGE_SIZE}` }),
    placeholderData: (before) => before,
    refetchInterval: REFRESH_MS,
    retry: false,
  })
  const { data } = query
  const total = data?.pagination.total ?? 0
  return (
    <Card title={total > 0 ? `${title} (${formatInteger(total)})` : title}>
      <QueryFailure query={query} />
      {query.isPending && <Skeleton className="h-24" />}
      {data?.data.length === 0 && <p className="text-sm text-muted">{nothing}</p>}
      <ul className="grid gap-3 text-sm not-last:mb-4">
        {data?.data.map((each) => {
          const { key, content } = row(each)
          return (
            <li className="grid gap-1" key={key}>
              {content}
            </li>
          )
        })}
      </ul>
      {data && (
        <PageButtons
          hasMore={data.pagination.hasMore}
          of={title.toLowerCase()}
          onChange={setPage}
          page={page}
        />
      )}
    </Card>
  )
}

type TransactionProps = { block: number; logIndex: number; hash: string | null }

function TransactionLink({ block, logIndex, hash }: TransactionProps) {
  const name = `Log ${logIndex} of block ${block}`
  if (!hash) return <span>{name}</span>
  return (
    <Link
      className="inline-flex min-h-11 items-center text-link"
      href={`/tx/${hash}`}
      prefetch={false}
    >
      {name}
    </Link>
  )
}
