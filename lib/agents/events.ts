import { declareEvent, type LogKey } from "@/lib/events/declare-event"
import type { EventRow } from "@/lib/events/event-rows"
import { cleanAndCut as clean, NO_CARD, readCard } from "./card"
import { MAX_AGENT_URI, MAX_CARD_TEXT, MAX_METADATA_VALUE, MAX_TAG } from "./constants"

type AgentEventRow = EventRow<"agentEvent">

const NOTHING = { wallet: null, uri: null, ...NO_CARD, services: null, key: null, value: null }

/** Ids count from 0. Ids that a JSON number cannot hold are refused. */
const isAgentId = (agentId: bigint) => agentId <= Number.MAX_SAFE_INTEGER

function toAgentEvent(
  { id, txId, time }: LogKey,
  agentId: bigint,
  kind: AgentEventRow["kind"],
  fields: Partial<AgentEventRow>,
) {
  if (!isAgentId(agentId)) return null
  const key = { id, txId, time, agentId: Number(agentId) }
  return { agentEvent: { ...NOTHING, ...key, kind, ...fields } }
}

function toUri(agentURI: string) {
  const { services, ...card } = readCard(agentURI)
  return {
    uri: clean(agentURI, MAX_AGENT_URI) || null,
    ...card,
    services: services && JSON.stringify(services),
  }
}

const WALLET_KEY = "agentWallet"
/** 20 bytes, or none. */
const WALLET_VALUE = /^0x(?:[0-9a-f]{40})?$/

const hexOf = (bytes: number) => 2 + bytes * 2

const agentAnswer = ({ agentId }: { agentId: bigint }) => ({ agentId: Number(agentId) })

type FeedbackArgs = { agentId: bigint; clientAddress: string; feedbackIndex: bigint }

const toFeedback = (
  { id, txId, time }: LogKey,
  { agentId, clientAddress: author, feedbackIndex }: FeedbackArgs,
) =>
  isAgentId(agentId) && isAgentId(feedbackIndex)
    ? { id, txId, time, agentId: Number(agentId), author, feedbackIndex: Number(feedbackIndex) }
    : null

const feedbackAnswer = ({ clientAddress: author, feedbackIndex, ...args }: FeedbackArgs) => ({
  ...agentAnswer(args),
  author,
  feedbackIndex: Number(feedbackIndex),
})

/** Events of the registries of agents and of feedback. */
export const agentEvents = [
  declareEvent("identity", "Registered", {
    rows: ({ args: { agentId, agentURI, owner }, log }) =>
      toAgentEvent(log, agentId, "registered", { wallet: owner, ...toUri(agentURI) }),
    answer: ({ owner, ...args }) => ({ ...agentAnswer(args), owner }),
  }),
  declareEvent("identity", "URIUpdated", {
    rows: ({ args: { agentId, newURI, updatedBy }, log }) =>
      toAgentEvent(log, agentId, "uri", { wallet: updatedBy, ...toUri(newURI) }),
    answer: agentAnswer,
  }),
  declareEvent("identity", "MetadataSet", {
    rows: ({ args: { agentId, metadataKey, metadataValue }, log }) => {
      if (metadataKey === WALLET_KEY) {
        if (!WALLET_VALUE.test(metadataValue)) return null
        const wallet = metadataValue === "0x" ? null : metadataValue
        return toAgentEvent(log, agentId, "wallet", { wallet })
      }
      const key = clean(metadataKey, MAX_TAG)
      const value = metadataValue.slice(0, hexOf(MAX_METADATA_VALUE))
      return toAgentEvent(log, agentId, "metadata", { key, value })
    },
    answer: ({ metadataKey, ...args }) => ({
      ...agentAnswer(args),
      key: clean(metadataKey, MAX_TAG),
    }),
  }),
  declareEvent("identity", "Transfer", {
    rows: ({ args: { to, tokenId }, log }) =>
      toAgentEvent(log, tokenId, "transfer", { wallet: to }),
    answer: ({ from, to }) => ({ from, to }),
  }),
  declareEvent("reputation", "NewFeedback", {
    rows: ({ args, log }) => {
      const { value, valueDecimals: decimals, tag1, tag2, endpoint, feedbackURI } = args
      const key = toFeedback(log, args)
      if (!key) return null
      const tags = { tag1: clean(tag1, MAX_TAG), tag2: clean(tag2, MAX_TAG) }
      const places = {
        endpoint: clean(endpoint, MAX_CARD_TEXT),
        uri: clean(feedbackURI, MAX_CARD_TEXT),
      }
      return {
        agentFeedback: { ...key, value, decimals, ...tags, ...places, hash: args.feedbackHash },
      }
    },
    answer: feedbackAnswer,
  }),
  declareEvent("reputation", "FeedbackRevoked", {
    rows: ({ args, log }) => {
      const key = toFeedback(log, args)
      return key && { feedbackRevocation: key }
    },
    answer: feedbackAnswer,
  }),
  declareEvent("reputation", "ResponseAppended", {
    rows: ({ args, log }) => {
      const key = toFeedback(log, args)
      const uri = clean(args.responseURI, MAX_CARD_TEXT)
      const { responder, responseHash: hash } = args
      return key && { feedbackResponse: { ...key, responder, uri, hash } }
    },
    answer: ({ responder, ...args }) => ({ ...feedbackAnswer(args), responder }),
  }),
]
