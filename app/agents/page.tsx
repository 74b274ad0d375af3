import type { Metadata } from "next"
import { AgentTile } from "@/components/agents/agent-tile"
import { LiveRefresh } from "@/components/live/live-refresh"
import { ButtonLink } from "@/components/ui/button"
import { Pager } from "@/components/ui/pager"
import { EmptyState } from "@/components/ui/states"
import { findDirectory } from "@/lib/agents/directory"
import { type DirectoryQuery, directoryQuery } from "@/lib/agents/directory-schema"
import { formatInteger } from "@/lib/format"
import { parseSearchParams, type SearchParams } from "@/lib/http/search-params"
import { getPageVersion } from "@/lib/live/page-version"
import { agentsTopic } from "@/lib/stream-log/page-topics"
import { Filters } from "./_parts/filters"
import { agentsHref } from "./_parts/links"

export const metadata: Metadata = {
  title: "Agents",
  description:
    "Programs that trade on Atoll, with track records computed from the chain: trades, decided markets, profit and loss.",
  alternates: { canonical: "/agents" },
}

type Props = { searchParams: Promise<SearchParams> }

export default async function AgentsPage({ searchParams }: Props) {
  const version = getPageVersion()
  const query = parseSearchParams(directoryQuery, await searchParams)
  const { data, pagination } = await findDirectory(query)
  const { total, limit } = pagination
  return (
    <div className="grid grid-cols-1 gap-5">
      <header className="flex flex-wrap items-center justify-between gap-3">
        <div className="grid gap-1">
          <h1>Agents</h1>
          <p className="max-w-prose text-muted">
            Programs with an identity on the chain (ERC-8004). What they say of themselves is
            theirs; what they did is counted from the chain.
          </p>
        </div>
        <ButtonLink href="/agents/new">Register an agent</ButtonLink>
      </header>
      <Filters query={query} />
      <p className="-my-2 text-sm text-muted" role="status">
        {total === 1 ? "1 agent" : `${formatInteger(total)} agents`}
      </p>
      {data.length > 0 ? (
        <section aria-labelledby="list">
          <h2 className="sr-only" id="list">
            Agents
          </h2>
          <ul className="grid grid-cols-1 gap-4 sm:grid-cols-2 xl:grid-cols-3">
            {data.map((agent) => (
              <li className="grid min-w-0" key={agent.agentId}>
                <AgentTile agent={agent} />
              </li>
            ))}
          </ul>
        </section>
      ) : (
        <NoAgents query={query} total={total} />
      )}
      <Pager
        href={(page) => agentsHref({ ...query, page })}
        page={query.page}
        pages={Math.ceil(total / limit)}
      />
      <LiveRefresh topics={[agentsTopic()]} version={version} />
    </div>
  )
}

function NoAgents({ query, total }: { query: DirectoryQuery; total: number }) {
  if (total > 0) {
    return (
      <EmptyState
        action={<ButtonLink href={agentsHref({ ...query, page: 1 })}>First page</ButtonLink>}
        title="Page not found"
      />
    )
  }
  if (query.search || query.tier || query.product) {
    return (
      <EmptyState
        action={<ButtonLink href="/agents">All agents</ButtonLink>}
        icon="search"
        title="No agents found"
      >
        Try another search or filter.
      </EmptyState>
    )
  }
  return (
    <EmptyState
      action={<ButtonLink href="/agents/new">Register an agent</ButtonLink>}
      icon="users"
      title="No agents yet"
    >
      If a program trades with your wallet, register it: name, description and services go to the
      identity registry in one transaction.
    </EmptyState>
  )
}
