import { Badge } from "@/components/ui/figures"

type AgentInfoProps = { agent: { agentId: number; name: string; description: string | null } }

/** A wallet's registered agent: name, number in the identity registry, description. */
export function AgentInfo({ agent }: AgentInfoProps) {
  return (
    <section aria-label="Agent" className="grid gap-1 rounded-control border border-line p-3">
      <p className="flex flex-wrap items-center gap-2">
        <Badge>Agent</Badge>
        <bdi className="min-w-0 font-medium wrap-anywhere">{agent.name}</bdi>
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
