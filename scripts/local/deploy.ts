import {
  type Abi,
  type Account,
  type Address,
  createPublicClient,
  createWalletClient,
  defineChain,
  type Hex,
  http,
  type LocalAccount,
  zeroAddress,
} from "viem"
import type { AddressBook } from "@/lib/chain/deployment"
import { factoryTokenDeployerAbi } from "@/lib/chain/generated/FactoryTokenDeployer"
import factoryTokenDeployer from "@/lib/chain/generated/FactoryTokenDeployer.bytecode.json" with {
  type: "json",
}
import { mainTokenAbi } from "@/lib/chain/generated/MainToken"
import mainToken from "@/lib/chain/generated/MainToken.bytecode.json" with { type: "json" }
import { marketReaderAbi } from "@/lib/chain/generated/MarketReader"
import marketReader from "@/lib/chain/generated/MarketReader.bytecode.json" with { type: "json" }
import { marketResolverAbi } from "@/lib/chain/generated/MarketResolver"
import marketResolver from "@/lib/chain/generated/MarketResolver.bytecode.json" with {
  type: "json",
}
import { marketTradingAbi } from "@/lib/chain/generated/MarketTrading"
import marketTrading from "@/lib/chain/generated/MarketTrading.bytecode.json" with { type: "json" }
import { privateMarketTradingAbi } from "@/lib/chain/generated/PrivateMarketTrading"
import privateMarketTrading from "@/lib/chain/generated/PrivateMarketTrading.bytecode.json" with {
  type: "json",
}
import { swapAbi } from "@/lib/chain/generated/Swap"
import swap from "@/lib/chain/generated/Swap.bytecode.json" with { type: "json" }
import { taxesAbi } from "@/lib/chain/generated/Taxes"
import taxes from "@/lib/chain/generated/Taxes.bytecode.json" with { type: "json" }
import { tokenFactoryAbi } from "@/lib/chain/generated/TokenFactory"
import tokenFactory from "@/lib/chain/generated/TokenFactory.bytecode.json" with { type: "json" }
import { usdbAbi } from "@/lib/chain/generated/USDB"
import usdb from "@/lib/chain/generated/USDB.bytecode.json" with { type: "json" }
import { WAD } from "@/lib/units"
import { waitForReceipt } from "./wait-for-receipt"

type Options = {
  rpcUrl: string
  chainId: number
  /** Pays, and becomes the operator of every contract. */
  account: LocalAccount
  /** Pays out the faucet and receives the treasury's tax; the operator when absent. */
  faucetOperator?: Address
  /** How long the steps of a market's resolution take; those of the specification when absent. */
  periods?: MarketPeriods
}

/** Seconds of a public market's challenge, voting and veto, and of a private market's vote. */
export type MarketPeriods = Readonly<{
  challenge: bigint
  voting: bigint
  veto: bigint
  privateVoting: bigint
}>

const SPECIFIED_PERIODS: MarketPeriods = {
  challenge: 1_800n,
  voting: 1_800n,
  veto: 1_800n,
  privateVoting: 900n,
}
/** Least seeds of a public market and of one on the private contract, in USDB. */
const MIN_SEED = 50n * WAD
const MIN_PRIVATE_SEED = 10n * WAD

/** Deploys all contracts, wires them, and describes them; writing the address book is the caller's part. */
export async function deployContracts(options: Options): Promise<AddressBook> {
  const { chainId, account } = options
  const operator = account.address
  const treasury = options.faucetOperator ?? operator
  const chain = sender(options)

  const usdbAt = await chain.deploy(usdbAbi, usdb.bytecode, [operator, treasury])
  const mainAt = await chain.deploy(mainTokenAbi, mainToken.bytecode, [
    usdbAt.address,
    operator,
    treasury,
  ])
  const main = mainAt.address
  const factoryAt = await chain.deploy(tokenFactoryAbi, tokenFactory.bytecode, [main, operator])
  const factory = factoryAt.address
  const deployer = await chain.deploy(factoryTokenDeployerAbi, factoryTokenDeployer.bytecode, [])
  await chain.call(factory, tokenFactoryAbi, "setTokenDeployer", [deployer.address])
  const taxesAt = await chain.deploy(taxesAbi, taxes.bytecode, [main, factory, treasury, operator])
  const swapAt = await chain.deploy(swapAbi, swap.bytecode, [main, factory, taxesAt.address])
  await chain.call(taxesAt.address, taxesAbi, "setMarketRegistry", [factory])
  await chain.call(main, mainTokenAbi, "setSwap", [swapAt.address])
  const markets = await deployMarkets(chain, {
    swap: swapAt.address,
    factory,
    treasury,
    operator,
    periods: options.periods ?? SPECIFIED_PERIODS,
  })

  return {
    ...EMPTY_ADDRESS_BOOK,
    ...markets,
    chainId,
    startBlock: Number(usdbAt.blockNumber),
    usdb: lower(usdbAt.address),
    mainToken: lower(main),
    factory: lower(factory),
    taxes: lower(taxesAt.address),
    swap: lower(swapAt.address),
  }
}

type Exchange = {
  swap: Address
  factory: Address
  /** Receives what no trader is owed. */
  treasury: Address
  operator: Address
  periods: MarketPeriods
}

async function deployMarkets(chain: ReturnType<typeof sender>, exchange: Exchange) {
  const { swap, factory, treasury, operator, periods } = exchange
  const trading = await chain.deploy(marketTradingAbi, marketTrading.bytecode, [
    swap,
    treasury,
    MIN_SEED,
    operator,
  ])
  const privateTrading = await chain.deploy(
    privateMarketTradingAbi,
    privateMarketTrading.bytecode,
    [swap, treasury, MIN_PRIVATE_SEED, operator, periods.privateVoting],
  )
  const resolver = await chain.deploy(marketResolverAbi, marketResolver.bytecode, [
    trading.address,
    swap,
    { challenge: periods.challenge, voting: periods.voting, veto: periods.veto },
    operator,
  ])
  const reader = await chain.deploy(marketReaderAbi, marketReader.bytecode, [])
  await chain.call(trading.address, marketTradingAbi, "setResolver", [resolver.address])
  await chain.call(factory, tokenFactoryAbi, "setMarket", [trading.address, true])
  await chain.call(factory, tokenFactoryAbi, "setMarket", [privateTrading.address, true])
  return {
    marketTrading: lower(trading.address),
    privateMarket: lower(privateTrading.address),
    resolver: lower(resolver.address),
    reader: lower(reader.address),
  }
}

const EMPTY_ADDRESS_BOOK = {
  factory: zeroAddress,
  swap: zeroAddress,
  marketTrading: zeroAddress,
  loanHub: zeroAddress,
  vesting: zeroAddress,
  usdb: zeroAddress,
  mainToken: zeroAddress,
  staking: zeroAddress,
  resolver: zeroAddress,
  privateMarket: zeroAddress,
  reader: zeroAddress,
  leverage: zeroAddress,
  taxes: zeroAddress,
  identityRegistry: zeroAddress,
  upDown: {
    btc: zeroAddress,
    eth: zeroAddress,
    bnb: zeroAddress,
    cake: zeroAddress,
    doge: zeroAddress,
  },
}

/** Sends one transaction after the other and fails on the first that reverts. */
function sender({
  rpcUrl,
  chainId,
  account,
}: {
  rpcUrl: string
  chainId: number
  account: Account
}) {
  const chain = defineChain({
    id: chainId,
    name: `Chain ${chainId}`,
    nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 },
    rpcUrls: { default: { http: [rpcUrl] } },
  })
  const transport = http(rpcUrl)
  const reader = createPublicClient({ chain, transport, pollingInterval: 20, cacheTime: 0 })
  const wallet = createWalletClient({ account, chain, transport, cacheTime: 0 })

  async function mined(hash: Hex, what: string) {
    const receipt = await waitForReceipt(reader, hash)
    if (receipt.status !== "success") throw new Error(`${what} reverted in ${hash}`)
    return receipt
  }

  return {
    async deploy(abi: Abi, bytecode: string, args: readonly unknown[]) {
      if (!isHex(bytecode)) throw new Error("Bytecode is not hexadecimal")
      const receipt = await mined(
        await wallet.deployContract({ abi, bytecode, args }),
        "A deployment",
      )
      if (!receipt.contractAddress) throw new Error("A deployment left no contract")
      return { address: receipt.contractAddress, blockNumber: receipt.blockNumber }
    },
    async call(address: Address, abi: Abi, functionName: string, args: readonly unknown[]) {
      await mined(await wallet.writeContract({ address, abi, functionName, args }), functionName)
    },
  }
}

function isHex(value: string): value is Hex {
  return /^0x([0-9a-f]{2})+$/.test(value)
}

function lower(address: Address): string {
  return address.toLowerCase()
}
