import Link from "next/link"
import { Badge } from "@/components/ui/figures"

type AgentInfoProps = { agent: { agentId: number; name: string; description: string | null } }

/** A wallet's registered agent: name, number in the identity registry, description; linked to its page. */
export function AgentInfo({ agent }: AgentInfoProps) {
  return (
    <section aria-label="Agent" className="grid gap-1 rounded-control border border-line p-3">
      <p className="flex flex-wrap items-center gap-2">
        <Badge>Agent</Badge>
        <Link
          className="relative min-w-0 font-medium underline-offset-3 before:absolute before:inset-x-0 before:-inset-y-3 hover:text-accent hover:underline"
          href={`/agents/${agent.agentId}`}
          prefetch={false}
        >
          <bdi className="wrap-anywhere">{agent.name}</bdi>
        </Link>
        <span className="figures text-sm text-muted">No. {agent.agentId}</span>
      </p>
      {agent.description && (
        <p className="text-sm whitespace-pre-line wrap-anywhere" dir="auto">
          {agent.description}
        </p>
      )}
    </section>
  )
}
