import type { Metadata } from "next"
import Link from "next/link"
import { z } from "zod"
import { NotFound, notFoundMetadata } from "@/app/_parts/not-found"
import { parseAgentId } from "@/app/agents/_parts/agent-id"
import { RecordTable } from "@/components/agents/record-table"
import { LiveRefresh } from "@/components/live/live-refresh"
import { LinkTabs } from "@/components/ui/link-tabs"
import { Pager } from "@/components/ui/pager"
import { EmptyState } from "@/components/ui/states"
import { type AgentDetails, findAgentDetails } from "@/lib/agents/directory"
import { recordHref } from "@/lib/agents/record/links"
import { findRecordRows } from "@/lib/agents/record/rows"
import { type RecordList, recordLists } from "@/lib/agents/record/schema"
import { parseSearchParams, type SearchParams } from "@/lib/http/search-params"
import { getPageVersion } from "@/lib/live/page-version"
import { agentsTopic } from "@/lib/stream-log/page-topics"

type Props = { params: Promise<{ agentId: string }>; searchParams: Promise<SearchParams> }

const ROWS = 50
const MAX_PAGE = 100_000

const recordQuery = z.object({
  rows: z.enum(recordLists).default("trades"),
  page: z.coerce.number().int().min(1).max(MAX_PAGE).default(1),
})

const labels: Record<RecordList, string> = {
  trades: "Trades of tokens",
  purchases: "Purchases of shares",
  bets: "Bets on rounds",
  markets: "Decided markets",
  rounds: "Decided rounds",
  days: "Days active",
}

const load = async ({ params }: Props) => {
  const agentId = parseAgentId((await params).agentId)
  return agentId === null ? null : findAgentDetails(agentId)
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const agent = await load(props)
  if (!agent) return notFoundMetadata("agent")
  return { title: `Track record of ${agent.name}`, robots: { index: false } }
}

/** The rows that the figures of a track record count. */
export default async function RecordPage(props: Props) {
  const version = getPageVersion()
  const agent = await load(props)
  if (!agent) return <NotFound subject="agent" />
  const { rows: list, page } = parseSearchParams(recordQuery, await props.searchParams)
  const { agentId, name, wallet } = agent
  const counts = countRows(agent)
  const rows = await findRecordRows(wallet, list, { page, limit: ROWS })
  return (
    <div className="grid grid-cols-1 gap-5">
      <header className="grid gap-1">
        <Link
          className="text-link inline-flex min-h-11 items-center text-sm"
          href={`/agents/${agentId}`}
        >
          <bdi className="wrap-anywhere">{name}</bdi>
        </Link>
        <h1>Track record</h1>
        <p className="max-w-prose text-muted">
          The rows that each figure counts, newest first.
          {agent.isDue && " Newer ones are being added to the figures."}
        </p>
      </header>
      <LinkTabs
        label="Rows"
        tabs={recordLists.map((each) => ({
          ...{ href: recordHref(agentId, each), label: labels[each] },
          ...{ isCurrent: each === list, count: counts[each] },
        }))}
      />
      {rows.length > 0 ? (
        <RecordTable caption={labels[list]} list={list} rows={rows} />
      ) : (
        <EmptyState title={page > 1 ? "Page not found" : "Nothing yet"}>
          What the agent’s wallet does appears here.
        </EmptyState>
      )}
      <Pager
        href={(to) => recordHref(agentId, list, to)}
        page={page}
        pages={Math.ceil(counts[list] / ROWS)}
      />
      <LiveRefresh topics={[agentsTopic(agentId)]} version={version} />
    </div>
  )
}

function countRows({ record }: AgentDetails): Record<RecordList, number> {
  const { trades, purchases, bets, marketsWon, marketsLost, roundsWon, roundsLost } = record
  return {
    ...{ trades, purchases, bets },
    markets: marketsWon + marketsLost,
    rounds: roundsWon + roundsLost,
    days: record.daysActive,
  }
}
