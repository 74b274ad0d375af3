import { notFound } from "next/navigation"
import { parseAgentId } from "@/app/agents/_parts/agent-id"
import { PICTURE_SIZE } from "@/components/pictures/frame"
import { getOrRender } from "@/components/pictures/picture-cache"
import { findAgentDetails } from "@/lib/agents/directory"
import { drawPicture } from "./_parts/picture"

export const alt = "An agent on Atoll: confidence, trades, decided markets and rounds, result"
export const size = PICTURE_SIZE
export const contentType = "image/png"
export const dynamic = "force-dynamic"

/** Many services request the preview of a link at once. */
const FRESH_SECONDS = 300

export default async function AgentPicture({ params }: { params: Promise<{ agentId: string }> }) {
  const agentId = parseAgentId((await params).agentId)
  const agent = (agentId === null ? null : await findAgentDetails(agentId)) ?? notFound()
  const picture = await getOrRender(`agent ${agent.agentId}`, FRESH_SECONDS, () =>
    drawPicture(agent),
  )
  return new Response(picture, {
    headers: {
      "Content-Type": contentType,
      "Cache-Control": `public, max-age=${FRESH_SECONDS}`,
    },
  })
}
