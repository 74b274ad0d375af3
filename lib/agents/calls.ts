import { type Address, encodeFunctionData, type Hex, zeroHash } from "viem"
import type { PlatformContracts } from "@/lib/chain/browser"
import type { PreparedCall } from "@/lib/chain/call"
import { identityRegistryAbi } from "@/lib/chain/generated/IdentityRegistry"
import { reputationRegistryAbi } from "@/lib/chain/generated/ReputationRegistry"

type Rating = { value: bigint; decimals: number; tag1: string; tag2: string; endpoint: string }

/** Transactions of the registries of agents and feedback. */
export function agentCalls({ identityRegistry, reputationRegistry }: PlatformContracts) {
  const identity = (title: string, data: Hex): PreparedCall => ({
    title,
    call: { to: identityRegistry, data },
  })
  const reputation = (title: string, data: Hex): PreparedCall => ({
    title,
    call: { to: reputationRegistry, data },
  })
  const abi = identityRegistryAbi
  const feedbackAbi = reputationRegistryAbi
  return {
    register: (name: string, uri: string) =>
      identity(
        `Register ${name}`,
        encodeFunctionData({ abi, functionName: "register", args: [uri] }),
      ),
    setUri: (agentId: number, uri: string) =>
      identity(
        `Change agent ${agentId}`,
        encodeFunctionData({ abi, functionName: "setAgentURI", args: [BigInt(agentId), uri] }),
      ),
    setWallet: (agentId: number, wallet: Address, deadline: bigint, signature: Hex) =>
      identity(
        `Move the wallet of agent ${agentId}`,
        encodeFunctionData({
          abi,
          functionName: "setAgentWallet",
          args: [BigInt(agentId), wallet, deadline, signature],
        }),
      ),
    unsetWallet: (agentId: number) =>
      identity(
        `Remove the wallet of agent ${agentId}`,
        encodeFunctionData({ abi, functionName: "unsetAgentWallet", args: [BigInt(agentId)] }),
      ),
    giveFeedback: (agentId: number, { value, decimals, tag1, tag2, endpoint }: Rating) =>
      reputation(
        `Rate agent ${agentId}`,
        encodeFunctionData({
          abi: feedbackAbi,
          functionName: "giveFeedback",
          args: [BigInt(agentId), value, decimals, tag1, tag2, endpoint, "", zeroHash],
        }),
      ),
    revokeFeedback: (agentId: number, index: number) =>
      reputation(
        `Revoke feedback on agent ${agentId}`,
        encodeFunctionData({
          abi: feedbackAbi,
          functionName: "revokeFeedback",
          args: [BigInt(agentId), BigInt(index)],
        }),
      ),
  }
}
