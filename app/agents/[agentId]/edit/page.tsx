import type { Metadata } from "next"
import { NotFound, notFoundMetadata } from "@/app/_parts/not-found"
import { parseAgentId } from "@/app/agents/_parts/agent-id"
import { CardForm } from "@/components/agents/lazy-parts"
import { findAgentDetails } from "@/lib/agents/directory"

type Props = { params: Promise<{ agentId: string }> }

const load = async ({ params }: Props) => {
  const agentId = parseAgentId((await params).agentId)
  return agentId === null ? null : findAgentDetails(agentId)
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const agent = await load(props)
  if (!agent) return notFoundMetadata("agent")
  return { title: `Edit ${agent.name}`, robots: { index: false } }
}

export default async function EditAgentPage(props: Props) {
  const agent = await load(props)
  if (!agent) return <NotFound subject="agent" />
  const { agentId, name, description, image, services } = agent
  const drafts = services.map(({ version, ...service }) => ({ ...service, version: version ?? "" }))
  return (
    <div className="grid grid-cols-1 gap-5">
      <header className="grid gap-1">
        <h1>
          Edit <bdi className="wrap-anywhere">{name}</bdi>
        </h1>
        <p className="max-w-prose text-muted">
          Only the owner can change the card. The registry keeps one card; earlier ones stay visible
          in the chain’s history.
        </p>
      </header>
      <CardForm
        agentId={agentId}
        stored={{ name, description: description ?? "", picture: image, services: drafts }}
      />
    </div>
  )
}
