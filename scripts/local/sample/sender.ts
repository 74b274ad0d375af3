import { type Address, getAddress, keccak256, toEventSelector, toHex } from "viem"
import type { PrivateKeyAccount } from "viem/accounts"
import { z } from "zod"
import type { AddressBook } from "@/lib/chain/deployment"
import { WAD } from "@/lib/units"
import { encode } from "./calls"
import type { HistoryNode, Receipt } from "./history-node"
import type { AddressDirectory } from "./markets/calls"
import { openedMarket } from "./markets/transactions"
import type { Action } from "./parse-scenario"
import { walletsOf } from "./wallets"

/** Actions of the same time, in the order in which they are to be mined. */
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

const TOKEN_CREATED = toEventSelector("TokenCreated(address,string,string,address)")

/** Signs, sends and mines block after block, keeping nonces and the addresses of launched tokens. */
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
    token: (symbol) => required(tokens.get(symbol), `address of ${symbol}`),
  }

  function sign({ from, call }: Action, position: number) {
    const nonce = required(nonces.get(from), `nonce of wallet ${from}`)
    nonces.set(from, nonce + 1)
    return wallet(from).signTransaction({
      type: "eip1559",
      chainId,
      nonce,
      // The node mines by fee: each transaction offers a little less than the one before it.
      maxFeePerGas: MAX_FEE_PER_GAS - BigInt(position),
      maxPriorityFeePerGas: PRIORITY_FEE_PER_GAS - BigInt(position),
      ...encode(call, directory),
    })
  }

  /** Fails unless all of the block was mined in order and nothing reverted. */
  return async function send(block: Block): Promise<void> {
    const signed = await Promise.all(block.map(sign))
    await node.batch(signed.map((raw) => ["eth_sendRawTransaction", raw]))
    const mined = await node.mine(block[0].at)
    block.forEach(({ from, call }, i) => {
      const receipt = mined[i]
      if (receipt?.transactionHash !== keccak256(signed[i] ?? "0x") || receipt.status !== "0x1") {
        throw new Error(`Wallet ${from} could not ${call.kind}: ${JSON.stringify(receipt ?? null)}`)
      }
      if (call.kind === "launch") tokens.set(call.launch.symbol, createdToken(receipt, book))
      if (call.kind === "openMarket") {
        const { symbol, isPrivate } = call.question
        const contract = isPrivate ? book.privateMarket : book.marketTrading
        tokens.set(symbol, openedMarket(receipt.logs, contract))
      }
    })
  }
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

function createdToken({ logs }: Receipt, book: AddressBook): Address {
  const log = logs.find(({ address, topics }) => {
    return address.toLowerCase() === book.factory && topics[0] === TOKEN_CREATED
  })
  return getAddress(`0x${required(log?.topics[1], "TokenCreated").slice(-40)}`)
}

function parseQuantity(value: unknown) {
  return BigInt(z.string().parse(value))
}

function required<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new Error(`Missing: ${what}`)
  return value
}
