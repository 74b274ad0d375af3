import {
  type Abi,
  type Address,
  encodeDeployData,
  encodeFunctionData,
  type Hex,
  maxUint256,
  parseEther,
  zeroAddress,
} from "viem"
import { mnemonicToAccount } from "viem/accounts"
import type { AddressBook } from "@/lib/chain/deployment"
import { factoryTokenAbi } from "@/lib/chain/generated/FactoryToken"
import { swapAbi } from "@/lib/chain/generated/Swap"
import { taxesAbi } from "@/lib/chain/generated/Taxes"
import { tokenFactoryAbi } from "@/lib/chain/generated/TokenFactory"
import { usdbAbi } from "@/lib/chain/generated/USDB"
import type { RawLog } from "@/lib/events/logs"
import type { Anvil } from "@/scripts/local/anvil"
import { deployContracts } from "@/scripts/local/deploy"
import { rpc } from "@/scripts/local/rpc"
import { startDeployedChain } from "./deployed-chain"

const MNEMONIC = "test test test test test test test test test test test junk"

/** Accounts the node signs for, written down since deriving them takes long; the first deploys, the second pays the faucet out. */
export const wallets: Address[] = [
  "0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266",
  "0x70997970c51812dc3a010c7d01b50e0d17dc79c8",
  "0x3c44cdddb6a900fa2b585dd299e03d12fa4293bc",
  "0x90f79bf6eb2c4f870365e785982e1f101e93b906",
  "0x15d34aaf54267db7d7c367839aaf71a00a2c6a65",
  "0x9965507d1a55bcc2695c58ba16fb37d819b0a4dc",
  "0x976ea74026e726554db657fa54763abd0c3a0aa9",
  "0x14dc79964da2c08b23698b3d3cc7ca32193d9955",
  "0x23618e81e3f5cdf7f54c3d65f7fbc0abf5b21e8f",
  "0xa0ee7a142d267c1f36714e4a8f75612f20a79720",
]
export const [operator, treasury, alice, bob, carol, dave] = wallets as [
  Address,
  Address,
  Address,
  Address,
  Address,
  Address,
]

export type Receipt = {
  transactionHash: Hex
  status: Hex
  blockNumber: Hex
  contractAddress: Address | null
  logs: RawLog[]
}

/** A wallet's transactions on the exchange; each waits for its receipt. */
type Launch = {
  symbol?: string
  name?: string
  multiplier?: bigint
  frozen?: boolean
  bonding?: bigint
  startLP?: bigint
}

export type TestChain = Awaited<ReturnType<typeof startChain>>

/** A node with the exchange on it; every wallet has USDB and has approved the router. */
export async function startChain({
  args = [],
  keptStates,
}: {
  args?: string[]
  keptStates?: number
} = {}) {
  const { node, book } = await startDeployedChain(args, deployExchange, keptStates)
  return {
    ...chainActions(node.url, book),
    url: node.url,
    book,
    stop: node.stop,
    pid: node.pid,
  }
}

async function deployExchange({ url }: Anvil): Promise<AddressBook> {
  const book = await deployContracts({
    rpcUrl: url,
    chainId: 31337,
    account: mnemonicToAccount(MNEMONIC),
    faucetOperator: treasury,
  })
  const { write } = chainActions(url, book)
  for (const wallet of wallets) {
    await write(operator, book.usdb, usdbAbi, "mint", [wallet, parseEther("1000000")])
    await write(wallet, book.usdb, usdbAbi, "approve", [book.swap, maxUint256])
    await write(wallet, book.mainToken, usdbAbi, "approve", [book.swap, maxUint256])
  }
  return book
}

/** Lets the modules of the app read this chain; to be called before any of them is used. */
export function configureChain({ url, book }: { url: string; book: AddressBook }) {
  process.env.RPC_URL = url
  process.env.CONTRACTS = JSON.stringify(book)
}

function chainActions(url: string, book: AddressBook) {
  const call = (method: string, ...params: unknown[]) => rpc(url, method, params)

  async function receipt(hash: unknown): Promise<Receipt> {
    for (;;) {
      const mined = await call("eth_getTransactionReceipt", hash)
      if (mined) return mined as Receipt
      await new Promise((resolve) => setTimeout(resolve, 2))
    }
  }

  async function send(
    from: Address,
    to: string | null,
    data: Hex,
    gas = 5_000_000,
  ): Promise<Receipt> {
    const transaction = { from, ...(to && { to }), data, gas: `0x${gas.toString(16)}` }
    return (await call("eth_sendTransactionSync", transaction)) as Receipt
  }

  async function write(
    from: Address,
    to: string,
    abi: Abi,
    functionName: string,
    args: unknown[],
  ): Promise<Receipt> {
    const done = await send(from, to, encodeFunctionData({ abi, functionName, args }))
    if (done.status !== "0x1") throw new Error(`${functionName} reverted`)
    return done
  }

  const { usdb, mainToken, swap, factory, taxes } = book
  return {
    call,
    send,
    write,
    deploy: (abi: Abi, bytecode: string, args: unknown[] = []) =>
      send(operator, null, encodeDeployData({ abi, bytecode: bytecode as Hex, args })),
    snapshot: () => call("evm_snapshot") as Promise<Hex>,
    revert: (snapshot: Hex) => call("evm_revert", snapshot),
    mine: (blocks = 1) => call("anvil_mine", `0x${blocks.toString(16)}`),
    warp: (seconds: number) => call("evm_increaseTime", seconds),
    head: async () => Number(await call("eth_blockNumber")),
    receipt,
    /** Every transaction from a block on, in order. */
    async transactions(from = 0): Promise<Hex[]> {
      const head = Number(await call("eth_blockNumber"))
      const hashes: Hex[] = []
      for (let number = from; number <= head; number++) {
        const block = await call("eth_getBlockByNumber", `0x${number.toString(16)}`, false)
        hashes.push(...(block as { transactions: Hex[] }).transactions)
      }
      return hashes
    },
    buyMain: (from: Address, amount: string) =>
      write(from, swap, swapAbi, "buyTokens", [parseEther(amount), 0n, [usdb, mainToken], false]),
    buy: (from: Address, token: string, amount: string) =>
      write(from, swap, swapAbi, "buyTokens", [
        parseEther(amount),
        0n,
        [usdb, mainToken, token],
        false,
      ]),
    /** Sells a part of what the wallet holds. */
    async sell(from: Address, token: string, divisor = 2n, forMain = false) {
      const data = encodeFunctionData({ abi: usdbAbi, functionName: "balanceOf", args: [from] })
      const balance = BigInt((await call("eth_call", { to: token, data }, "latest")) as Hex)
      const path = token === mainToken ? [mainToken, usdb] : [token, mainToken, usdb]
      const route = forMain ? path.slice(0, 2) : path
      await write(from, token, usdbAbi, "approve", [swap, maxUint256])
      return write(from, swap, swapAbi, "sellTokens", [balance / divisor, 0n, route, false])
    },
    transfer: (from: Address, token: string, to: Address, amount: bigint) =>
      write(from, token, usdbAbi, "transfer", [to, amount]),
    async launch(
      from: Address,
      { symbol = "KELP", name = "Kelp", multiplier = 50n, frozen = false, ...rest }: Launch = {},
    ) {
      const { bonding = frozen ? 1_000n : 0n, startLP = 1_000n } = rest
      const args = [symbol, name, multiplier, frozen, bonding, startLP, false, 0n, false]
      const done = await write(from, factory, tokenFactoryAbi, "createToken", args)
      const log = done.logs.find(({ address }) => address === factory)
      return { token: `0x${log?.topics[1]?.slice(26)}`, receipt: done }
    },
    whitelist: (from: Address, token: string, who: Address[], amount: string, tag = "") =>
      write(from, token, factoryTokenAbi, "SetWhitelistedWallet", [who, parseEther(amount), tag]),
    unlist: (from: Address, token: string, who: Address) =>
      write(from, token, factoryTokenAbi, "RemoveWhitelist", [who]),
    unfreeze: (from: Address, token: string) =>
      write(from, token, factoryTokenAbi, "DisableFreeze", []),
    vet: (from: Address, token: string, vetted: boolean) =>
      write(from, token, factoryTokenAbi, "SetProjectVetted", [vetted]),
    surge: (from: Address, token: string, rates: [start: bigint, end: bigint], seconds = 3_600n) =>
      write(from, taxes, taxesAbi, "startSurgeTax", [...rates, seconds, token]),
    endSurge: (from: Address, token: string) =>
      write(from, taxes, taxesAbi, "endSurgeTax", [token]),
    claim: (from: Address, referrer: Address = zeroAddress) =>
      write(from, usdb, usdbAbi, "faucet", [referrer]),
    refer: (from: Address, referrer: Address) =>
      write(from, usdb, usdbAbi, "setReferrer", [referrer]),
  }
}
