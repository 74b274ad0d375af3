import { type Address, encodeFunctionData, getAddress, pad, zeroAddress } from "viem"
import identityRegistry from "@/contracts/bytecode/IdentityRegistry.json" with { type: "json" }
import reputationRegistry from "@/contracts/bytecode/ReputationRegistry.json" with { type: "json" }
import { toAddress } from "@/lib/chain/browser"
import type { AddressBook } from "@/lib/chain/deployment"
import { reputationRegistryAbi } from "@/lib/chain/generated/ReputationRegistry"
import { isLocalChain } from "@/lib/env"
import { codeWith } from "./contract-code"
import { rpc } from "./rpc"

/** Where the public registries of ERC-8004 are on every main network; programs know these addresses. */
export const PUBLIC_REGISTRIES = {
  identityRegistry: toAddress("0x8004A169FB4a3325136EB29fA0ceB6D2e539a432"),
  reputationRegistry: toAddress("0x8004BAa17C55a88189AE136b182e5fdA19dE9b63"),
} as const

type FindPlace = (bytecode: string) => Address | undefined

type Options = { isLocal?: boolean | undefined; placeOf?: FindPlace | undefined }

type Book = Pick<AddressBook, "chainId" | "identityRegistry" | "reputationRegistry">

/**
 * The registries of the chain. What the book names stays. A local chain gets ours at the addresses of the public ones:
 * their code is placed there. Another chain has the public ones, or none.
 */
export async function deployIdentity(
  url: string,
  book: Book,
  { isLocal = isLocalChain(book.chainId), placeOf = () => undefined }: Options = {},
) {
  let { identityRegistry: identity, reputationRegistry: reputation } = book
  if (identity === zeroAddress) identity = await placeIdentity(url, isLocal, placeOf)
  if (reputation === zeroAddress && identity !== zeroAddress) {
    reputation = await placeReputation(url, { isLocal, identity, placeOf })
  }
  return { identityRegistry: identity.toLowerCase(), reputationRegistry: reputation.toLowerCase() }
}

async function placeIdentity(url: string, isLocal: boolean, placeOf: FindPlace): Promise<string> {
  const at = placeOf(identityRegistry.bytecode) ?? PUBLIC_REGISTRIES.identityRegistry
  if (isLocal) {
    await rpc(url, "anvil_setCode", [at, codeWith(identityRegistry, () => "")])
    return at
  }
  return (await hasCode(url, at)) ? at : zeroAddress
}

async function placeReputation(
  url: string,
  { isLocal, identity, placeOf }: { isLocal: boolean; identity: string; placeOf: FindPlace },
): Promise<string> {
  const at = placeOf(reputationRegistry.bytecode) ?? PUBLIC_REGISTRIES.reputationRegistry
  if (isLocal) {
    const code = codeWith(reputationRegistry, () => pad(toAddress(identity)))
    await rpc(url, "anvil_setCode", [at, code])
    return at
  }
  return (await hasCode(url, at)) && (await ratesAgentsOf(url, at, identity)) ? at : zeroAddress
}

async function hasCode(url: string, at: Address) {
  return (await rpc(url, "eth_getCode", [at, "latest"])) !== "0x"
}

async function ratesAgentsOf(url: string, at: Address, identity: string) {
  const data = encodeFunctionData({
    abi: reputationRegistryAbi,
    functionName: "getIdentityRegistry",
  })
  const answer = await rpc(url, "eth_call", [{ to: at, data }, "latest"])
  return answer === pad(getAddress(identity)).toLowerCase()
}
