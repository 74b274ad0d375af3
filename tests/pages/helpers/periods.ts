import {
  type Abi,
  type Address,
  createTestClient,
  createWalletClient,
  type Hex,
  http,
  isHex,
  parseEther,
} from "viem"
import { mnemonicToAccount } from "viem/accounts"
import resolverCode from "@/contracts/bytecode/MarketResolver.json" with { type: "json" }
import privateCode from "@/contracts/bytecode/PrivateMarketTrading.json" with { type: "json" }
import { toAddress } from "@/lib/chain/browser"
import { marketResolverAbi } from "@/lib/chain/generated/MarketResolver"
import { privateMarketTradingAbi } from "@/lib/chain/generated/PrivateMarketTrading"
import { chain, contracts, freshAccount, publicClient } from "./chain"
import { stack } from "./stack"

/** Seconds of the steps of a market's resolution. */
export type Periods = { challenge: bigint; voting: bigint; veto: bigint; privateVoting: bigint }

const transport = http(stack.rpcUrl)
const node = createTestClient({ chain, transport, mode: "anvil" })

/**
 * Gives the contracts on the chain the periods of copies that are deployed beside them: periods are part of
 * the code, and the index reads them with each new market, so that no clock has to be moved. Answers what
 * undoes it. Every test on the chain would notice: only for specs that run alone.
 */
export async function shortenPeriods(periods: Periods): Promise<() => Promise<void>> {
  const [resolver, privateMarket] = [
    toAddress(stack.contracts.resolver),
    toAddress(stack.contracts.privateMarket),
  ]
  const operator = mnemonicToAccount(stack.mnemonic ?? "").address
  const { privateVoting, ...ofResolver } = periods
  const insurance = await publicClient.readContract({
    address: privateMarket,
    abi: privateMarketTradingAbi,
    functionName: "insurance",
  })
  const trading = toAddress(stack.contracts.marketTrading)
  const settling = [trading, contracts.swap, ofResolver, operator]
  const voting = [contracts.swap, insurance, parseEther("10"), operator, privateVoting]
  const undo = [
    await replace(resolver, await runtime(marketResolverAbi, resolverCode.bytecode, settling)),
    await replace(
      privateMarket,
      await runtime(privateMarketTradingAbi, privateCode.bytecode, voting),
    ),
  ]
  return async () => {
    for (const restore of undo) await restore()
  }
}

/** The code a contract would have with these arguments. */
async function runtime(abi: Abi, bytecode: string, args: readonly unknown[]): Promise<Hex> {
  if (!isHex(bytecode)) throw new Error("Bytecode is not hexadecimal")
  const wallet = createWalletClient({ account: await freshAccount(), chain, transport })
  const hash = await wallet.deployContract({ abi, bytecode, args })
  const { contractAddress } = await publicClient.waitForTransactionReceipt({ hash })
  if (!contractAddress) throw new Error("A deployment left no contract")
  return codeAt(contractAddress)
}

async function replace(address: Address, bytecode: Hex) {
  const former = await codeAt(address)
  await node.setCode({ address, bytecode })
  return () => node.setCode({ address, bytecode: former })
}

async function codeAt(address: Address): Promise<Hex> {
  const code = await publicClient.getCode({ address })
  if (!code) throw new Error(`There is no contract at ${address}`)
  return code
}
