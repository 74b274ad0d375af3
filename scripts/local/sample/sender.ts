import { type Address, getAddress, toEventSelector, toHex } from "viem"
import type { PrivateKeyAccount } from "viem/accounts"
import { z } from "zod"
import type { AddressBook } from "@/lib/chain/deployment"
import { WAD } from "@/lib/units"
import type { HistoryNode, Receipt } from "./history-node"
import { type Action, type AddressDirectory, createdSymbol, encode } from "./scenario"
import { walletsOf } from "./wallets"

/** Actions of the same time, in the order in which they will be mined. */
export type Block = readonly [Action, ...Action[]]

type Options = {
  node: HistoryNode
  chainId: number
  book: AddressBook
  mnemonic: string
  /** The wallets that will act. */
  indices: readonly number[]
}

/** Enough for every fee of the history; local chains hand it out. */
const ETHER = 10_000n * WAD
const MIN_ETHER = 10n * WAD

const MAX_FEE_PER_GAS = 20_000_000_000n
const PRIORITY_FEE_PER_GAS = 1_000_000_000n

/** Events that announce a new token or market; its address is the first topic after that. */
const CREATIONS = new Map([
  ["createToken", toEventSelector("TokenCreated(address,string,string,address)")],
  ["createMarket", toEventSelector("MarketCreated(address,address,address)")],
])

/** Sent actions that are not yet known to have succeeded. */
type Sent = { block: Block; number: number; hashes: readonly string[] }

/**
 * Sends and mines block after block, keeping nonces and the addresses of launched tokens. The node signs: it has the
 * keys of its mnemonic, and does it in a tenth of the time.
 */
export async function createSender({ node, chainId, book, mnemonic, indices }: Options) {
  const wallet = walletsOf(mnemonic)
  const nonces = await prepareWallets(node, indices, wallet)
  const tokens = new Map([
    ["USDB", getAddress(book.usdb)],
    ["TIDE", getAddress(book.mainToken)],
  ])
  const directory: AddressDirectory = {
    book,
    wallet: (index) => wallet(index).address,
    token: (symbol) => tokens.get(symbol),
  }
  let number = await node.headNumber()
  let unchecked: Sent[] = []

  function prepare(action: Action, position: number) {
    const { from } = action
    const nonce = required(nonces.get(from), `nonce of wallet ${from}`)
    nonces.set(from, nonce + 1)
    const { to, data, gas } = encode(action, directory)
    return {
      ...{ from: wallet(from).address, to, data },
      chainId: toHex(chainId),
      nonce: toHex(nonce),
      gas: toHex(gas),
      // The node mines by fee: each transaction offers a little less than the one before it.
      maxFeePerGas: toHex(MAX_FEE_PER_GAS - BigInt(position)),
      maxPriorityFeePerGas: toHex(PRIORITY_FEE_PER_GAS - BigInt(position)),
    }
  }

  /** Learns the addresses that a block has brought, which later blocks need. */
  function noteAddresses(block: Block, receipts: readonly Receipt[]) {
    block.forEach((action, i) => {
      const receipt = receipts[i]
      const symbol = createdSymbol(action)
      if (receipt && symbol) tokens.set(symbol, createdAddress(action, receipt))
    })
  }

  async function send(block: Block): Promise<void> {
    const sent = await node.batch(
      block.map((action, i) => ["eth_sendTransaction", prepare(action, i)]),
    )
    await node.mine(block[0].at)
    number += 1
    unchecked.push({ block, number, hashes: z.array(z.string()).parse(sent) })
    if (block.some(createdSymbol)) await check()
  }

  /** Fails unless all sent transactions were mined in order and none reverted. */
  async function check(): Promise<void> {
    const receipts = await node.receiptsOf(unchecked.map((sent) => toHex(sent.number)))
    unchecked.forEach(({ block, hashes }, at) => {
      const mined = receipts[at] ?? []
      requireSuccess(block, hashes, mined)
      noteAddresses(block, mined)
    })
    unchecked = []
  }

  return { send, check }
}

function requireSuccess(block: Block, hashes: readonly string[], mined: readonly Receipt[]) {
  block.forEach(({ line }, i) => {
    const receipt = mined[i]
    if (receipt?.transactionHash !== hashes[i] || receipt?.status !== "0x1") {
      throw new Error(`${line} failed: ${JSON.stringify(receipt ?? null)}`)
    }
  })
}

async function prepareWallets(
  node: HistoryNode,
  indices: readonly number[],
  wallet: (index: number) => PrivateKeyAccount,
) {
  const addresses = indices.map((index) => wallet(index).address)
  const counts = await node.batch(
    addresses.map((address) => ["eth_getTransactionCount", address, "latest"]),
  )
  const balances = await node.batch(
    addresses.map((address) => ["eth_getBalance", address, "latest"]),
  )
  const poor = addresses.filter((_, i) => parseQuantity(balances[i]) < MIN_ETHER)
  await node.batch(poor.map((address) => ["anvil_setBalance", address, toHex(ETHER)]))
  return new Map(indices.map((index, i) => [index, Number(parseQuantity(counts[i]))]))
}

function createdAddress({ functionName, line }: Action, { logs }: Receipt): Address {
  const log = logs.find(({ topics }) => topics[0] === CREATIONS.get(functionName))
  return getAddress(`0x${required(log?.topics[1], `address of ${line}`).slice(-40)}`)
}

function parseQuantity(value: unknown) {
  return BigInt(z.string().parse(value))
}

function required<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new Error(`Missing: ${what}`)
  return value
}
