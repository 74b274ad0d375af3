import { type Address, type LocalAccount, zeroAddress } from "viem"
import mainToken from "@/contracts/bytecode/MainToken.json" with { type: "json" }
import marketReader from "@/contracts/bytecode/MarketReader.json" with { type: "json" }
import marketResolver from "@/contracts/bytecode/MarketResolver.json" with { type: "json" }
import marketTrading from "@/contracts/bytecode/MarketTrading.json" with { type: "json" }
import privateMarketTrading from "@/contracts/bytecode/PrivateMarketTrading.json" with {
  type: "json",
}
import swap from "@/contracts/bytecode/Swap.json" with { type: "json" }
import taxes from "@/contracts/bytecode/Taxes.json" with { type: "json" }
import tokenFactory from "@/contracts/bytecode/TokenFactory.json" with { type: "json" }
import usdb from "@/contracts/bytecode/USDB.json" with { type: "json" }
import { type AddressBook, NO_ASSETS } from "@/lib/chain/deployment"
import { mainTokenAbi } from "@/lib/chain/generated/MainToken"
import { marketReaderAbi } from "@/lib/chain/generated/MarketReader"
import { marketResolverAbi } from "@/lib/chain/generated/MarketResolver"
import { marketTradingAbi } from "@/lib/chain/generated/MarketTrading"
import { privateMarketTradingAbi } from "@/lib/chain/generated/PrivateMarketTrading"
import { swapAbi } from "@/lib/chain/generated/Swap"
import { taxesAbi } from "@/lib/chain/generated/Taxes"
import { tokenFactoryAbi } from "@/lib/chain/generated/TokenFactory"
import { usdbAbi } from "@/lib/chain/generated/USDB"
import { WAD } from "@/lib/units"
import { type ContractSender, createContractSender } from "./contract-sender"
import { deployIdentity } from "./deploy-identity"
import { deployLoans } from "./deploy-loans"
import { deployUpDown } from "./deploy-updown"

type Options = {
  rpcUrl: string
  chainId: number
  /** Pays, and becomes the operator of every contract. */
  account: LocalAccount
  /** Pays out the faucet and receives the treasury's tax; the operator when absent. */
  faucetOperator?: Address
  /** Posts prices on a local chain; the operator when absent. */
  feeder?: LocalAccount
  /** Chainlink's feeds, on a chain that has them. Assets without one have no price rounds there. */
  priceFeeds?: Partial<AddressBook["priceFeeds"]>
  /** Whether the node belongs to npm start, whatever the chain's id; by default whether it is a development node's. */
  isLocal?: boolean
  /** Target addresses of a local chain's contracts. */
  placeOf?: (bytecode: string) => Address | undefined
  /** Durations of the steps in a market's resolution; those of the specification when absent. */
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

/**
 * Deploys all contracts, wires them, and describes them; writing the address book is the caller's part, and so is
 * starting the price rounds (`startRounds`).
 */
export async function deployContracts(options: Options): Promise<AddressBook> {
  const { chainId, account } = options
  const operator = account.address
  const treasury = options.faucetOperator ?? operator
  const chain = createContractSender(options)

  const usdbAt = await chain.deploy(usdbAbi, usdb.bytecode, [operator, treasury])
  const mainAt = await chain.deploy(mainTokenAbi, mainToken.bytecode, [
    usdbAt.address,
    operator,
    treasury,
  ])
  const main = mainAt.address
  const factoryAt = await chain.deploy(tokenFactoryAbi, tokenFactory.bytecode, [main, operator])
  const factory = factoryAt.address
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

  const book = {
    ...EMPTY_ADDRESS_BOOK,
    ...markets,
    priceFeeds: { ...NO_ASSETS, ...options.priceFeeds },
    chainId,
    startBlock: Number(usdbAt.blockNumber),
    usdb: lower(usdbAt.address),
    mainToken: lower(main),
    factory: lower(factory),
    taxes: lower(taxesAt.address),
    swap: lower(swapAt.address),
  }
  const feeder = options.feeder
    ? createContractSender({ ...options, account: options.feeder })
    : chain
  const loans = await deployLoans(chain, book, operator)
  const rounds = await deployUpDown({ operator: chain, feeder }, book, options.isLocal)
  const identity = await deployIdentity(chain, options)
  return { ...book, ...loans, ...rounds, ...identity }
}

type Exchange = {
  swap: Address
  factory: Address
  /** Receives what no trader is owed. */
  treasury: Address
  operator: Address
  periods: MarketPeriods
}

async function deployMarkets(chain: ContractSender, exchange: Exchange) {
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

export const EMPTY_ADDRESS_BOOK = {
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
  reputationRegistry: zeroAddress,
  upDown: NO_ASSETS,
}

const lower = (address: Address) => address.toLowerCase()
