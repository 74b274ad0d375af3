import { z } from "zod"
import { AGENTS, REEF } from "@/lib/db/topic-versions"
import { address, OPAQUE_ID } from "@/lib/http/wire"

/** The topic of the Reef's feed, or of one post. */
export const reefTopic = (post?: string) => (post === undefined ? REEF : `${REEF}:${post}`)

const AGENT_ID = /^\d{1,16}$/

/** The topic of the directory of agents, or of one agent by its number. */
export const agentsTopic = (agentId?: number) =>
  agentId === undefined ? AGENTS : `${AGENTS}:${agentId}`

/** Whether the part after a group's name is missing or well formed. */
const isOfGroup = (name: string, group: string, member: RegExp) =>
  name === group || (name.startsWith(`${group}:`) && member.test(name.slice(group.length + 1)))

/**
 * A topic of a subscription: the address of a token or market, the Reef or one of its posts, the directory of agents
 * or one of them.
 */
export const topic = z.union([
  address,
  z
    .string()
    .refine((name) => isOfGroup(name, REEF, OPAQUE_ID) || isOfGroup(name, AGENTS, AGENT_ID)),
])

/** Whether people, not the chain, change what the topic stands for. */
export const isOfReefOrAgents = (topic: string) =>
  topic.startsWith(REEF) || topic.startsWith(AGENTS)

/** A subscriber without topics gets every change of the chain, but none of the Reef and none of agents. */
export const matchesTopics = (topics: ReadonlySet<string> | null, changed: string) =>
  topics ? topics.has(changed) : !isOfReefOrAgents(changed)
