import {
  type Abi,
  type Address,
  createPublicClient,
  createWalletClient,
  defineChain,
  getContractAddress,
  type Hex,
  http,
  parseEther,
} from "viem"
import { mnemonicToAccount } from "viem/accounts"
import type { AddressBook } from "@/lib/chain/deployment"
import { tokenFactoryAbi } from "@/lib/chain/generated/TokenFactory"
import { usdbAbi } from "@/lib/chain/generated/USDB"
import { compile, compilerInput } from "@/scripts/contracts/solidity.mjs"
import { startAnvil } from "@/scripts/local/anvil"
import { deployContracts } from "@/scripts/local/deploy"
import { rpc } from "@/scripts/local/rpc"
import { waitForReceipt } from "@/scripts/local/wait-for-receipt"

const FILE = "scripts/bench/TradeGenerator.sol"
const MNEMONIC = "test test test test test test test test test test test junk"
const CHAIN_ID = 31337

type Output = { abi: Abi; evm: { bytecode: { object: Hex } } }

export type TradeGenerator = {
  url: string
  book: AddressBook
  /** Mines blocks of trades through the exchange: 4 transactions of `rounds` buys and sells each. */
  emitTrades: (blocks: number, rounds: number) => Promise<void>
  stop: () => Promise<void>
}

/** A node with the exchange, four tokens, and a contract that trades them many times a transaction. */
export async function startTradeGenerator(): Promise<TradeGenerator> {
  const node = await startAnvil({ args: ["--gas-limit", "1000000000"] })
  const account = mnemonicToAccount(MNEMONIC)
  const book = await deployContracts({ rpcUrl: node.url, chainId: CHAIN_ID, account })
  const chain = defineChain({
    id: CHAIN_ID,
    name: "Bench",
    nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 },
    rpcUrls: { default: { http: [node.url] } },
  })
  const transport = http(node.url)
  const reader = createPublicClient({ chain, transport, pollingInterval: 10, cacheTime: 0 })
  const wallet = createWalletClient({ account, chain, transport })
  const mined = (hash: Hex) => waitForReceipt(reader, hash)

  const generator = (compile(compilerInput([FILE])) as Record<string, Record<string, Output>>)[FILE]
    ?.TradeGenerator
  if (!generator) throw new Error("The trade generator was not compiled")
  const [usdb, tide, swap, factory] = [book.usdb, book.mainToken, book.swap, book.factory].map(
    (address) => address as Address,
  ) as [Address, Address, Address, Address]
  const nonce = await reader.getTransactionCount({ address: account.address })
  const at = getContractAddress({ from: account.address, nonce: BigInt(nonce) })
  const bytecode: Hex = `0x${generator.evm.bytecode.object}`
  await mined(
    await wallet.deployContract({ abi: generator.abi, bytecode, args: [usdb, tide, swap] }),
  )
  const money = { address: usdb, abi: usdbAbi } as const
  await mined(
    await wallet.writeContract({
      ...money,
      functionName: "mint",
      args: [at, parseEther("10000000")],
    }),
  )
  const tokens: Address[] = []
  for (const symbol of ["KELP", "REEF", "COVE", "TARN"]) {
    const args = [symbol, symbol, 50n, false, 0n, 1_000n, false, 0n, false] as const
    const call = {
      address: factory,
      abi: tokenFactoryAbi,
      functionName: "createToken",
      args,
    } as const
    const { logs } = await mined(await wallet.writeContract(call))
    const created = logs.find(({ address }) => address === factory)?.topics[1]
    tokens.push(`0x${created?.slice(26)}`)
  }
  await rpc(node.url, "evm_setAutomine", [false])

  async function grind(blocks: number, rounds: number) {
    let next = await reader.getTransactionCount({ address: account.address })
    for (let block = 0; block < blocks; block++) {
      for (const token of tokens) {
        await wallet.writeContract({
          address: at,
          abi: generator?.abi ?? [],
          functionName: "run",
          args: [token, BigInt(rounds), parseEther(`${5 + (block % 20)}`)],
          gas: BigInt(2_000_000 * rounds + 1_000_000),
          nonce: next++,
        })
      }
      await rpc(node.url, "evm_mine")
    }
  }
  return { url: node.url, book, emitTrades: grind, stop: node.stop }
}
