import { createPublicClient, http } from "viem"
import { mnemonicToAccount } from "viem/accounts"
import { expect } from "vitest"
import { FEEDER, TREASURY } from "@/scripts/local/accounts"
import { MNEMONIC } from "@/scripts/local/chain"
import { deployContracts } from "@/scripts/local/deploy"
import { startFreshNode } from "@/scripts/local/fresh-node"
import { rpc } from "@/scripts/local/rpc"
import { genesisTime } from "@/scripts/local/sample/replay"

export const CHAIN_ID = 31337

/** A node that begins before the sample history, with the exchange deployed. */
export async function freshExchange(genesis = genesisTime()) {
  const node = await startFreshNode({ chainId: CHAIN_ID, genesis })
  const book = await deployContracts({
    rpcUrl: node.url,
    chainId: CHAIN_ID,
    account: mnemonicToAccount(MNEMONIC),
    faucetOperator: mnemonicToAccount(MNEMONIC, { addressIndex: TREASURY }).address,
    feeder: mnemonicToAccount(MNEMONIC, { addressIndex: FEEDER }),
  })
  const client = createPublicClient({
    transport: http(node.url, { maxResponseBodySize: false }),
    cacheTime: 0,
    pollingInterval: 20,
  })
  return {
    node,
    book,
    client,
    options: { rpcUrl: node.url, chainId: CHAIN_ID, book, mnemonic: MNEMONIC },
  }
}

export type Exchange = Awaited<ReturnType<typeof freshExchange>>

export const seconds = () => Math.floor(Date.now() / 1000)

/** Fails unless the newest block that the work brings carries the time of the work, to two seconds. */
export async function expectRealTime({ client }: Exchange, work: () => Promise<unknown>) {
  const before = Date.now() / 1000
  await work()
  const { timestamp } = await client.getBlock()
  expect(Number(timestamp)).toBeGreaterThan(before - 2)
  expect(Number(timestamp)).toBeLessThan(Date.now() / 1000 + 2)
}

export const mineOne = ({ node }: Exchange) => rpc(node.url, "evm_mine")
