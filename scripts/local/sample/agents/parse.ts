import type { AddressDirectory } from "../markets/calls"
import type { Transaction } from "../markets/transactions"
import type { ScenarioLine } from "../scenario-line"
import { agentTransactions } from "./transactions"

type Writer = (at: AddressDirectory) => Transaction

/** A transaction of the registries of agents and feedback. */
export type AgentCall = { kind: AgentKind; write: Writer; gas: bigint }

export type AgentKind = keyof typeof agentCalls

const id = (words: ScenarioLine) => BigInt(words.number())

/** Name, description and, for each service, its name and where it is, with bars between. */
function parseCard(words: ScenarioLine) {
  const [name = "", description = "", ...services] = words.rest().split(" | ")
  return {
    name,
    description,
    services: services.map((service) => {
      const [kind = "", endpoint = ""] = service.split(" ")
      return { name: kind, endpoint }
    }),
  }
}

/** What follows each action in a line, and its transaction. Agents are named by their ids, which count from 0. */
const agentCalls = {
  registerAgent: (words) => {
    const card = parseCard(words)
    return ({ book }) => agentTransactions(book).register(card)
  },
  changeCard: (words) => {
    const [agentId, card] = [id(words), parseCard(words)]
    return ({ book }) => agentTransactions(book).changeCard(agentId, card)
  },
  rateAgent: (words) => {
    const [agentId, value, tag] = [id(words), words.number(), words.next()]
    return ({ book }) => agentTransactions(book).rate(agentId, BigInt(value), tag)
  },
  revokeRating: (words) => {
    const [agentId, index] = [id(words), id(words)]
    return ({ book }) => agentTransactions(book).revoke(agentId, index)
  },
  answerRating: (words) => {
    const [agentId, client, index, uri] = [id(words), words.wallet(), id(words), words.next()]
    return (at) => agentTransactions(at.book).answer(agentId, at.wallet(client), index, uri)
  },
} satisfies Record<string, (words: ScenarioLine) => Writer>

export const agentKinds = Object.keys(agentCalls) as AgentKind[]

export function isAgentKind(kind: string): kind is AgentKind {
  return Object.hasOwn(agentCalls, kind)
}

export const parseAgentCall = (kind: AgentKind, words: ScenarioLine): AgentCall =>
  agentCall(kind, agentCalls[kind](words))

export const agentCall = (kind: AgentKind, write: Writer): AgentCall => ({
  kind,
  write,
  gas: GAS[kind],
})

/** Gas limits: twice what the calls use. A card takes most of it. */
const GAS: Record<AgentKind, bigint> = {
  registerAgent: 2_500_000n,
  changeCard: 2_000_000n,
  rateAgent: 500_000n,
  revokeRating: 150_000n,
  answerRating: 300_000n,
}
