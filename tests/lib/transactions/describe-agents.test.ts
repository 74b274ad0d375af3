import {
  type Abi,
  type AbiEvent,
  encodeAbiParameters,
  encodeEventTopics,
  encodeFunctionData,
  getAbiItem,
  type Log,
  zeroAddress,
  zeroHash,
} from "viem"
import { expect, test } from "vitest"
import { identityRegistryAbi } from "@/lib/chain/generated/IdentityRegistry"
import { reputationRegistryAbi } from "@/lib/chain/generated/ReputationRegistry"
import { describeCall } from "@/lib/transactions/describe-call"
import { describeLogs } from "@/lib/transactions/describe-logs"
import type { Names, Sentence } from "@/lib/transactions/schema"
import { toDataUri } from "@/tests/helpers/agents"

const at = (digit: string) => `0x${digit.repeat(40)}` as const
const [IDENTITY, REPUTATION, ALICE, BOB] = [at("1"), at("2"), at("a"), at("b")]
const names: Names = {
  [IDENTITY]: { name: "the registry of agents", kind: "contract" },
  [REPUTATION]: { name: "the registry of feedback", kind: "contract" },
}

const toText = (sentence: Sentence) =>
  sentence
    .map((part) => {
      if (typeof part === "string") return part
      if (part.kind === "address")
        return part.address === ALICE ? "Alice" : part.address === BOB ? "Bob" : part.address
      return part.kind === "quote" ? `"${part.text}"` : part.kind
    })
    .join("")

function sentencesOf(emitter: string, abi: Abi, name: string, args: Record<string, unknown>) {
  const event = getAbiItem({ abi, name }) as AbiEvent
  const plain = event.inputs.filter(({ indexed }) => !indexed)
  const topics = encodeEventTopics({ abi, eventName: name, args } as never)
  const data = encodeAbiParameters(plain, plain.map((input) => args[input.name ?? ""]) as never)
  const log = { address: emitter, topics, data } as unknown as Log
  const lines = describeLogs([log], names, { usdb: at("3"), mainToken: at("4") })
  return lines.map(({ sentence }) => toText(sentence))
}

const agentId = 7n
const uri = toDataUri({ name: "Pilot" })
const feedback = { agentId, clientAddress: ALICE, feedbackIndex: 1n }
const rating = { value: -125n, valueDecimals: 1, indexedTag1: "yield", tag1: "yield", tag2: "" }

test.each([
  [
    "Registered",
    { agentId, agentURI: uri, owner: ALICE },
    'Alice registered agent 7, called "Pilot"',
  ],
  ["Registered", { agentId, agentURI: "ipfs://card", owner: ALICE }, "Alice registered agent 7"],
  [
    "URIUpdated",
    { agentId, newURI: uri, updatedBy: BOB },
    'Bob changed the card of agent 7, called "Pilot"',
  ],
  ["Transfer", { from: ALICE, to: BOB, tokenId: agentId }, "Alice gave agent 7 to Bob"],
  ["Transfer", { from: zeroAddress, to: BOB, tokenId: agentId }, "Agent 7 was made for Bob"],
  ["Approval", { owner: ALICE, approved: BOB, tokenId: agentId }, "Bob may act for agent 7"],
])("identity: %s", (name, args, text) => {
  expect(sentencesOf(IDENTITY, identityRegistryAbi, name, args)).toEqual([text])
})

test("metadata: the wallet, none, and anything else", () => {
  const set = (metadataKey: string, metadataValue: string) =>
    sentencesOf(IDENTITY, identityRegistryAbi, "MetadataSet", {
      ...{ agentId, indexedMetadataKey: metadataKey, metadataKey, metadataValue },
    })
  expect(set("agentWallet", BOB)).toEqual(["Bob is the wallet of agent 7"])
  expect(set("agentWallet", "0x")).toEqual(["Agent 7 has no wallet of its own"])
  expect(set("model", "0x01")).toEqual(['Set "model" of agent 7'])
})

test.each([
  [
    "NewFeedback",
    { ...feedback, ...rating, endpoint: "", feedbackURI: "", feedbackHash: zeroHash },
    'Alice rated agent 7 with -12.5 for "yield"',
  ],
  ["FeedbackRevoked", feedback, "Alice took back feedback on agent 7"],
  [
    "ResponseAppended",
    { ...feedback, responder: BOB, responseURI: "ipfs://a", responseHash: zeroHash },
    "Bob answered feedback of Alice on agent 7",
  ],
])("reputation: %s", (name, args, text) => {
  expect(sentencesOf(REPUTATION, reputationRegistryAbi, name, args)).toEqual([text])
})

const callOf = (abi: Abi, functionName: string, args: unknown[]) =>
  toText(describeCall(IDENTITY, encodeFunctionData({ abi, functionName, args }), 0n))

test.each([
  ["register", [uri], 'Register an agent called "Pilot"'],
  ["register", [], "Register an agent"],
  ["setAgentURI", [7n, uri], "Change the card of agent 7"],
  ["setAgentWallet", [7n, BOB, 1n, "0x"], "Move agent 7 to the wallet Bob"],
  ["unsetAgentWallet", [7n], "Take the wallet from agent 7"],
  ["setMetadata", [7n, "model", "0x"], "Change the metadata of agent 7"],
])("a call of %s", (name, args, text) => {
  expect(callOf(identityRegistryAbi, name, args)).toBe(text)
})

test.each([
  [
    "giveFeedback",
    [7n, 875n, 1, "starred", "", "", "", zeroHash],
    'Rate agent 7 with 87.5 for "starred"',
  ],
  ["revokeFeedback", [7n, 1n], "Take back feedback on agent 7"],
  ["appendResponse", [7n, BOB, 1n, "ipfs://a", zeroHash], "Answer feedback of Bob on agent 7"],
])("a call of %s", (name, args, text) => {
  expect(callOf(reputationRegistryAbi, name, args)).toBe(text)
})
