import {
  BaseError,
  ContractFunctionRevertedError,
  createWalletClient,
  type Hex,
  http,
  type PublicClient,
} from "viem"
import { type PrivateKeyAccount, privateKeyToAccount } from "viem/accounts"
import { getChainClient } from "@/lib/chain/client"
import { isLeaseLost } from "@/lib/db/errors"
import type { Lease } from "@/lib/db/lease"
import { env } from "@/lib/env"
import { ConfigError } from "@/lib/indexer/errors"
import { isThisMachine } from "@/lib/loopback"

/** Longest wait for a transaction's block. */
const RECEIPT_TIMEOUT_MS = 60_000
/** Between two looks for a transaction's block, on this machine and on another. */
const [NEAR_POLLING_MS, POLLING_MS] = [50, 1_000]

export type KeeperWallet = ReturnType<typeof openKeeperWallet>

const createWallet = (key: Hex, client: PublicClient, lease: Lease | undefined) =>
  createWalletClient({
    account: openAccount(key, lease),
    chain: client.chain,
    transport: http(env().RPC_URL),
  })

/** The lease is checked between signing and sending: the wallet waits for nothing else there. */
function openAccount(key: Hex, lease: Lease | undefined): PrivateKeyAccount {
  const account = privateKeyToAccount(key)
  return {
    ...account,
    async signTransaction(...args) {
      const signed = await account.signTransaction(...args)
      await lease?.check()
      return signed
    },
  }
}

/** The keeper's account and its connection to the node. It sends nothing once its lease is lost. */
export function openKeeperWallet(privateKey = env().KEEPER_PRIVATE_KEY, lease?: Lease) {
  const client = getChainClient()
  if (!privateKey) throw new ConfigError("KEEPER_PRIVATE_KEY is needed for the keeper")
  if (!client) throw new ConfigError("RPC_URL is needed for the keeper")
  const wallet = createWallet(privateKey, client, lease)
  const { account } = wallet
  type Call = Parameters<typeof wallet.writeContract>[0]
  const pollingInterval = isThisMachine(env().RPC_URL ?? "") ? NEAR_POLLING_MS : POLLING_MS
  /** Sends a simulated call and waits for its block; fails when it reverts there. */
  const send = async (request: Call): Promise<void> => {
    const hash = await wallet.writeContract(request)
    const { status } = await client.waitForTransactionReceipt({
      hash,
      timeout: RECEIPT_TIMEOUT_MS,
      pollingInterval,
    })
    if (status !== "success") throw new Error(`${hash} was reverted`)
  }
  return {
    client,
    account,
    address: account.address,
    send,

    /** Simulates a call and sends it; false when another wallet has done the same, before or meanwhile. */
    async sendUnlessDone(simulate: () => Promise<{ request: Call | null }>): Promise<boolean> {
      const { request } = await simulate()
      if (!request) return false
      try {
        await send(request)
        return true
      } catch (error) {
        if (isLeaseLost(error) || (await simulate()).request) throw error
        return false
      }
    },
  }
}

/** The name of the error that a contract has refused a simulated call with. */
function revertNameOf(error: unknown): string | undefined {
  const reverted =
    error instanceof BaseError &&
    error.walk((cause) => cause instanceof ContractFunctionRevertedError)
  return reverted instanceof ContractFunctionRevertedError ? reverted.data?.errorName : undefined
}

/** Null for a call that a contract refuses with one of these errors: there is nothing to send. */
export function unless(...errorNames: string[]) {
  return (error: unknown): { request: null } => {
    if (errorNames.includes(revertNameOf(error) ?? "")) return { request: null }
    throw error
  }
}
