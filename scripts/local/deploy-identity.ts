import { zeroAddress } from "viem"
import identityRegistry from "@/contracts/bytecode/IdentityRegistry.json" with { type: "json" }
import reputationRegistry from "@/contracts/bytecode/ReputationRegistry.json" with { type: "json" }
import { toAddress } from "@/lib/chain/browser"
import { identityRegistryAbi } from "@/lib/chain/generated/IdentityRegistry"
import { reputationRegistryAbi } from "@/lib/chain/generated/ReputationRegistry"
import { isLocalChain } from "@/lib/env"
import type { ContractSender } from "./contract-sender"

/** Addresses of the public ERC-8004 registries on every main network; programs know these addresses. */
export const PUBLIC_REGISTRIES = {
  identityRegistry: toAddress("0x8004A169FB4a3325136EB29fA0ceB6D2e539a432"),
  reputationRegistry: toAddress("0x8004BAa17C55a88189AE136b182e5fdA19dE9b63"),
} as const

type Options = { chainId: number; isLocal?: boolean | undefined }

/**
 * The registries of the chain. A local chain gets ours, at the addresses of the public ones. Another chain has the public
 * ones, or none.
 */
export async function deployIdentity(
  chain: ContractSender,
  { chainId, isLocal = isLocalChain(chainId) }: Options,
) {
  const places = isLocal ? await deployRegistries(chain) : await findRegistries(chain)
  return {
    identityRegistry: places.identity.toLowerCase(),
    reputationRegistry: places.reputation.toLowerCase(),
  }
}

async function deployRegistries(chain: ContractSender) {
  const { bytecode } = identityRegistry
  const { address: identity } = await chain.deploy(identityRegistryAbi, bytecode, [], {
    place: PUBLIC_REGISTRIES.identityRegistry,
  })
  const { address: reputation } = await chain.deploy(
    reputationRegistryAbi,
    reputationRegistry.bytecode,
    [identity],
    { place: PUBLIC_REGISTRIES.reputationRegistry },
  )
  return { identity, reputation }
}

async function findRegistries(chain: ContractSender) {
  const { identityRegistry: identity, reputationRegistry: reputation } = PUBLIC_REGISTRIES
  if (!(await chain.hasCode(identity))) return { identity: zeroAddress, reputation: zeroAddress }
  const isThere = (await chain.hasCode(reputation)) && (await ratesAgentsOf(chain, identity))
  return { identity, reputation: isThere ? reputation : zeroAddress }
}

async function ratesAgentsOf(chain: ContractSender, identity: string) {
  const { reputationRegistry: at } = PUBLIC_REGISTRIES
  const view = "getIdentityRegistry"
  return (await chain.readAddress(at, reputationRegistryAbi, view)) === identity
}
