import { type Abi, type Address, type Hex, zeroHash } from "viem"
import { mnemonicToAccount } from "viem/accounts"
import { walletTypedData } from "@/lib/agents/wallet-signature"
import { toAddress } from "@/lib/chain/browser"
import { identityRegistryAbi } from "@/lib/chain/generated/IdentityRegistry"
import { reputationRegistryAbi } from "@/lib/chain/generated/ReputationRegistry"
import { type TestChain, wallets } from "./chain"

const MNEMONIC = "test test test test test test test test test test test junk"

export type Agents = ReturnType<typeof createAgents>

/** A registration file as a URI. */
export const toDataUri = (file: unknown) =>
  `data:application/json;base64,${Buffer.from(JSON.stringify(file)).toString("base64")}`

/** What wallets do in the registries; each waits for its receipt. */
export function createAgents(chain: TestChain) {
  const { identityRegistry: identity, reputationRegistry: reputation, chainId } = chain.book
  const write = (from: Address, name: string, args: unknown[]) =>
    chain.write(from, identity, identityRegistryAbi as Abi, name, args)
  const rate = (from: Address, name: string, args: unknown[]) =>
    chain.write(from, reputation, reputationRegistryAbi as Abi, name, args)

  async function sign(agentId: bigint, owner: Address, newWallet: Address, deadline: bigint) {
    const account = mnemonicToAccount(MNEMONIC, { addressIndex: wallets.indexOf(newWallet) })
    const registry = { chainId, identityRegistry: toAddress(identity) }
    return account.signTypedData(walletTypedData(registry, { agentId, newWallet, owner, deadline }))
  }

  return {
    register: (from: Address, uri: string) => write(from, "register", [uri]),
    registerWith: (from: Address, uri: string, metadata: Record<string, Hex>) =>
      write(from, "register", [
        uri,
        Object.entries(metadata).map(([metadataKey, metadataValue]) => ({
          metadataKey,
          metadataValue,
        })),
      ]),
    setUri: (from: Address, agentId: bigint, uri: string) =>
      write(from, "setAgentURI", [agentId, uri]),
    setMetadata: (from: Address, agentId: bigint, key: string, value: Hex) =>
      write(from, "setMetadata", [agentId, key, value]),
    async setWallet(owner: Address, agentId: bigint, newWallet: Address) {
      const block = (await chain.call("eth_getBlockByNumber", "latest", false)) as {
        timestamp: Hex
      }
      const deadline = BigInt(block.timestamp) + 200n
      const signature = await sign(agentId, owner, newWallet, deadline)
      return write(owner, "setAgentWallet", [agentId, newWallet, deadline, signature])
    },
    unsetWallet: (from: Address, agentId: bigint) => write(from, "unsetAgentWallet", [agentId]),
    transfer: (from: Address, to: Address, agentId: bigint) =>
      write(from, "transferFrom", [from, to, agentId]),
    rate: (from: Address, agentId: bigint, value: bigint, tag = "starred") =>
      rate(from, "giveFeedback", [agentId, value, 0, tag, "", "", "", zeroHash]),
    revoke: (from: Address, agentId: bigint, index: bigint) =>
      rate(from, "revokeFeedback", [agentId, index]),
    respond: (from: Address, agentId: bigint, client: Address, index: bigint, uri: string) =>
      rate(from, "appendResponse", [agentId, client, index, uri, zeroHash]),
  }
}
