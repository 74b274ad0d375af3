import { ACTORS } from "../sample/actors"
import { agentCall } from "../sample/agents/parse"
import { agentTransactions } from "../sample/agents/transactions"
import type { RandomStream } from "../sample/random"
import { AGENTS } from "../sample/reef/people"
import type { LocalExchange } from "./exchange"

/** Most people are content; some are not. */
const [LOWEST, HIGHEST] = [40, 100]

/** Somebody rates an agent of the sample history, and says so; null where there is none, or it is the actor's own. */
export async function actOnAgents(
  exchange: LocalExchange,
  random: RandomStream,
): Promise<string | null> {
  const actor = random.weighted(ACTORS, () => 1)
  const agent = random.weighted(Object.values(AGENTS), () => 1)
  if (!actor || !agent) return null
  const stars = Math.round(random.between(LOWEST, HIGHEST))
  const call = agentCall("rateAgent", ({ book }) =>
    agentTransactions(book).rate(BigInt(agent.agentId), BigInt(stars), "starred"),
  )
  if (!(await exchange.accepts(actor.index, call))) return null
  await exchange.send(actor.index, call)
  return `${actor.name} rates ${agent.name} with ${stars}`
}
