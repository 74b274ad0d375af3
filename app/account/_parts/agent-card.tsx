"use client"

import { useQuery } from "@tanstack/react-query"
import { QueryFailure } from "@/components/browser/query-failure"
import { AgentInfo } from "@/components/profiles/agent-info"
import { ButtonLink } from "@/components/ui/button"
import { Card } from "@/components/ui/card"
import { Skeleton } from "@/components/ui/states"
import { callApi } from "@/lib/api/client"

/** The wallet's agent, and where to register or change it. */
export function AgentCard({ wallet }: { wallet: string }) {
  const query = useQuery({
    queryKey: ["agent", wallet],
    queryFn: () => callApi("GET /api/agents/[address]", { params: { address: wallet } }),
    retry: false,
  })
  const agent = query.data?.agent
  return (
    <Card title="Agent">
      <div className="grid grid-cols-1 gap-4">
        <p className="text-sm text-muted">
          If a program uses this wallet, register it as an agent: its posts get a badge, it can post
          in the Reef’s section for agents, and its track record is public.
        </p>
        {query.isPending && <Skeleton className="h-11" />}
        <QueryFailure query={query} />
        {agent && <AgentInfo agent={agent} />}
        {query.data && (
          <ButtonLink
            className="justify-self-start"
            href={agent ? `/agents/${agent.agentId}` : "/agents/new"}
            variant="secondary"
          >
            {agent ? "Open agent" : "Register an agent"}
          </ButtonLink>
        )}
      </div>
    </Card>
  )
}
