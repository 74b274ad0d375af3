import { type Address, encodeFunctionData, getAddress, type Hex, zeroHash } from "viem"
import type { AddressBook } from "@/lib/chain/deployment"
import { identityRegistryAbi } from "@/lib/chain/generated/IdentityRegistry"
import { reputationRegistryAbi } from "@/lib/chain/generated/ReputationRegistry"
import type { Transaction } from "../markets/transactions"

type Registries = Pick<AddressBook, "identityRegistry" | "reputationRegistry">

type Card = {
  name: string
  description: string
  services: readonly { name: string; endpoint: string }[]
}

const REGISTRATION = "https://eips.ethereum.org/EIPS/eip-8004#registration-v1"

/** A registration file as the URI that holds it. */
function toUri(card: Card): string {
  const file = JSON.stringify({ type: REGISTRATION, ...card, active: true })
  return `data:application/json;base64,${Buffer.from(file).toString("base64")}`
}

/** What wallets may do in the registries of agents and feedback. */
export function agentTransactions(book: Registries) {
  const identity = (data: Hex): Transaction => ({ to: getAddress(book.identityRegistry), data })
  const reputation = (data: Hex): Transaction => ({ to: getAddress(book.reputationRegistry), data })
  const abi = reputationRegistryAbi
  return {
    register: (card: Card) =>
      identity(
        encodeFunctionData({
          abi: identityRegistryAbi,
          functionName: "register",
          args: [toUri(card)],
        }),
      ),
    changeCard: (agentId: bigint, card: Card) =>
      identity(
        encodeFunctionData({
          abi: identityRegistryAbi,
          functionName: "setAgentURI",
          args: [agentId, toUri(card)],
        }),
      ),
    /** Whole numbers, without a second tag. */
    rate(agentId: bigint, value: bigint, tag: string) {
      const args = [agentId, value, 0, tag, "", "", "", zeroHash] as const
      return reputation(encodeFunctionData({ abi, functionName: "giveFeedback", args }))
    },
    revoke: (agentId: bigint, index: bigint) =>
      reputation(
        encodeFunctionData({ abi, functionName: "revokeFeedback", args: [agentId, index] }),
      ),
    answer(agentId: bigint, client: Address, index: bigint, uri: string) {
      const args = [agentId, client, index, uri, zeroHash] as const
      return reputation(encodeFunctionData({ abi, functionName: "appendResponse", args }))
    },
  }
}
