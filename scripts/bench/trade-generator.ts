import { type Abi, type Address, encodeFunctionData, type Hex, parseEther } from "viem"
import { mnemonicToAccount } from "viem/accounts"
import { z } from "zod"
import type { AddressBook } from "@/lib/chain/deployment"
import { usdbAbi } from "@/lib/chain/generated/USDB"
import { compile, compilerInput } from "@/scripts/contracts/solidity.mjs"
import { startAnvil } from "@/scripts/local/anvil"
import { createContractSender } from "@/scripts/local/contract-sender"
import { deployContracts } from "@/scripts/local/deploy"
import { rpc } from "@/scripts/local/rpc"

const FILE = "contracts/test/helpers/TradeGenerator.sol"
/** The mnemonic of the node's own accounts, for which it signs. */
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

/** The environment of programs that index the chain into the database. */
export const indexVariables = ({ url, book }: TradeGenerator, databaseUrl: string) => ({
  DATABASE_URL: databaseUrl,
  DATABASE_DIRECT_URL: databaseUrl,
  RPC_URL: url,
  CHAIN_ID: `${book.chainId}`,
  CONTRACTS: JSON.stringify(book),
})

const logs = z.array(z.object({ topics: z.array(z.string()) }))

/** A node with the exchange, four tokens, and a contract that trades them many times a transaction. */
export async function startTradeGenerator(): Promise<TradeGenerator> {
  const { url, stop } = await startAnvil({ args: ["--gas-limit", "1000000000"] })
  const account = mnemonicToAccount(MNEMONIC)
  const book = await deployContracts({ rpcUrl: url, chainId: CHAIN_ID, account })
  const sender = createContractSender({ rpcUrl: url, chainId: CHAIN_ID, account })
  const contracts = compile(compilerInput([FILE])) as Record<string, Record<string, Output>>
  const { abi, evm } = contracts[FILE]?.TradeGenerator ?? {}
  if (!abi || !evm) throw new Error("The trade generator was not compiled")
  const exchange = [book.usdb, book.mainToken, book.swap]
  const { address } = await sender.deploy(abi, `0x${evm.bytecode.object}`, exchange)
  await sender.call(toHex(book.usdb), usdbAbi, "mint", [address, parseEther("10000000")])
  const head = await rpc(url, "eth_blockNumber")
  for (const symbol of ["KELP", "REEF", "COVE", "TARN"]) {
    await sender.call(address, abi, "launch", [book.factory, symbol, parseEther("10")])
  }
  const created = await rpc(url, "eth_getLogs", [{ address: book.factory, fromBlock: head }])
  const tokens = logs.parse(created).map(({ topics }) => toHex(topics[1]?.slice(26)))
  await rpc(url, "evm_setAutomine", [false])

  let nonce = Number(await rpc(url, "eth_getTransactionCount", [account.address, "latest"]))
  const emitTrades = async (blocks: number, rounds: number) => {
    const gas = `0x${(2_000_000 * rounds + 1_000_000).toString(16)}`
    for (let block = 0; block < blocks; block++) {
      for (const token of tokens) {
        const args = [token, BigInt(rounds), parseEther(`${5 + (block % 20)}`)]
        const data = encodeFunctionData({ abi, functionName: "run", args })
        const count = `0x${(nonce++).toString(16)}`
        const transaction = { from: account.address, to: address, data, gas, nonce: count }
        await rpc(url, "eth_sendTransaction", [transaction])
      }
      await rpc(url, "evm_mine")
    }
  }
  return { url, book, emitTrades, stop }
}

const toHex = (text = ""): Address => `0x${text.replace(/^0x/, "")}`
