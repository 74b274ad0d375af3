import {
  type Address,
  BaseError,
  ExecutionRevertedError,
  getAddress,
  getContract,
  parseAbi,
  toHex,
} from "viem"
import type { AddressBook } from "@/lib/chain/deployment"
import { factoryTokenAbi } from "@/lib/chain/generated/FactoryToken"
import { swapAbi } from "@/lib/chain/generated/Swap"
import { usdbAbi } from "@/lib/chain/generated/USDB"
import { WAD } from "@/lib/units"
import { requireLocalNode } from "../local-node"
import { rpc } from "../rpc"
import { type Call, encode, type Spender, spenderAddress } from "../sample/calls"
import type { AddressDirectory } from "../sample/markets/calls"
import { walletsOf } from "../sample/wallets"
import { waitForReceipt } from "../wait-for-receipt"
import { localClient, TIMEOUT_MS } from "./client"
import { readLoans } from "./onchain-loans"
import { readMarkets } from "./onchain-markets"
import { readRounds } from "./onchain-rounds"

export type ExchangeOptions = {
  rpcUrl: string
  chainId: number
  book: AddressBook
  mnemonic: string
}

/** A token and how many trades it had lately. */
export type TradedToken = { token: string; symbol: string; heat: number }

export type LocalExchange = ReturnType<typeof openExchange>

/** How many blocks count as lately: some hours of a quiet chain. */
const RECENT_BLOCKS = 1_500n

const EVENTS = parseAbi([
  "event TokenCreated(address indexed tokenAddress, string name, string symbol, address creator)",
  "event TokensTraded(uint256 amountToken, uint256 amountUSDC, address indexed user, uint256 price, uint8 tradeType)",
])

/**
 * The local exchange as the sample's wallets see it. A wallet is its index under the mnemonic, a token is
 * "USDB", "TIDE" or an address.
 */
export function openExchange({ rpcUrl, chainId, book, mnemonic }: ExchangeOptions) {
  const client = localClient(rpcUrl, chainId)
  const wallet = walletsOf(mnemonic)

  /** Gas costs nothing here: the node hands out what a wallet lacks. */
  async function provideEther(address: Address) {
    if ((await client.getBalance({ address })) >= WAD) return
    await rpc(rpcUrl, "anvil_setBalance", [address, toHex(100n * WAD)])
  }
  const directory: AddressDirectory = {
    book,
    wallet: (index) => wallet(index).address,
    token: (token) => addressOf(token, book),
  }
  const usdb = getContract({ client, abi: usdbAbi, address: getAddress(book.usdb) })
  const swap = getContract({ client, abi: swapAbi, address: getAddress(book.swap) })
  const contractOf = (token: string) =>
    getContract({ client, abi: factoryTokenAbi, address: directory.token(token) })

  return {
    markets: readMarkets(client, book, wallet),
    loans: readLoans(client, book, wallet),
    rounds: readRounds(client, book, wallet),

    requireLocal: () => requireLocalNode(client, chainId),

    /** All tokens, TIDE included. */
    async listTokens(): Promise<TradedToken[]> {
      const head = await client.getBlockNumber()
      const start = BigInt(book.startBlock)
      const recentStart = head > start + RECENT_BLOCKS ? head - RECENT_BLOCKS : start
      const [created, traded] = await Promise.all([
        client.getLogs({
          address: getAddress(book.factory),
          event: EVENTS[0],
          fromBlock: start,
          strict: true,
        }),
        client.getLogs({ event: EVENTS[1], fromBlock: recentStart, strict: true }),
      ])
      const trades = countBy(traded.map(({ address }) => getAddress(address)))
      const tokens = created.map(({ args }) => ({
        token: getAddress(args.tokenAddress),
        symbol: args.symbol,
        heat: trades.get(getAddress(args.tokenAddress)) ?? 0,
      }))
      // Every route passes through TIDE; about every twelfth trade is for TIDE itself.
      return [{ token: "TIDE", symbol: "TIDE", heat: traded.length / 24 }, ...tokens]
    },

    /** What a wallet has and may do with a token. */
    async holdings(index: number, token: string) {
      const owner = wallet(index).address
      const contract = contractOf(token)
      const router = [owner, swap.address] as const
      const [money, balance, price, reserve, usdbAllowance, tokenAllowance, nextClaimAt] =
        await Promise.all([
          usdb.read.balanceOf([owner]),
          contract.read.balanceOf([owner]),
          contract.read.getUSDPrice(),
          contract.read.reserve0(),
          usdb.read.allowance([...router]),
          contract.read.allowance([...router]),
          usdb.read.nextClaimAt([owner]),
        ])
      return { money, balance, price, reserve, usdbAllowance, tokenAllowance, nextClaimAt }
    },

    /** USDB a wallet may still spend on a token that is frozen; null when it is open to all. */
    async whitelistLeft(index: number, token: string): Promise<bigint | null> {
      if (token === "TIDE") return null
      const owner = wallet(index).address
      const { read } = contractOf(token)
      if (!(await read.frozen())) return null
      const [most, bought] = await Promise.all([
        read.whitelistMaxBuyForUser([owner]),
        read.whitelistBoughtByUser([owner]),
      ])
      return most > bought ? most - bought : 0n
    },

    quote(kind: "buy" | "sell", token: string, amount: bigint): Promise<bigint> {
      const route = ["USDB", "TIDE", ...(token === "TIDE" ? [] : [token])].map(directory.token)
      return swap.read.getAmountsOut([amount, kind === "buy" ? route : route.reverse()])
    },

    /** USDB a wallet has, what a contract may take of it, and when the faucet is due. */
    async usdbFunds(index: number, spender: Spender) {
      const owner = wallet(index).address
      const [money, allowance, nextClaimAt] = await Promise.all([
        usdb.read.balanceOf([owner]),
        usdb.read.allowance([owner, spenderAddress(book, spender)]),
        usdb.read.nextClaimAt([owner]),
      ])
      return { money, allowance, nextClaimAt }
    },

    /** Whether the contracts would take the call now. */
    async accepts(index: number, call: Call): Promise<boolean> {
      const account = wallet(index).address
      const { to, data } = encode(call, directory)
      try {
        await client.call({ account, to, data })
        return true
      } catch (error) {
        const isRefusal = (cause: unknown) => cause instanceof ExecutionRevertedError
        if (error instanceof BaseError && error.walk(isRefusal)) return false
        throw error
      }
    },

    /** Tries the call, then sends it and waits until it is mined. */
    async send(index: number, call: Call): Promise<void> {
      const account = wallet(index)
      const { to, data, gas } = encode(call, directory)
      await provideEther(account.address)
      await client.call({ account, to, data, gas })
      const [nonce, fees] = await Promise.all([
        client.getTransactionCount({ address: account.address, blockTag: "pending" }),
        client.estimateFeesPerGas(),
      ])
      const signed = await account.signTransaction({
        type: "eip1559",
        chainId,
        nonce,
        to,
        data,
        gas,
        maxFeePerGas: fees.maxFeePerGas,
        maxPriorityFeePerGas: fees.maxPriorityFeePerGas,
      })
      const hash = await client.sendRawTransaction({ serializedTransaction: signed })
      const receipt = await waitForReceipt(client, hash, 4 * TIMEOUT_MS)
      if (receipt.status !== "success") throw new Error(`${call.kind} reverted in ${hash}`)
    },
  }
}

function addressOf(token: string, book: AddressBook): Address {
  if (token === "USDB") return getAddress(book.usdb)
  return getAddress(token === "TIDE" ? book.mainToken : token)
}

function countBy<T>(items: readonly T[]): Map<T, number> {
  const counts = new Map<T, number>()
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1)
  return counts
}
