import { createPublicClient, getAddress, parseEther, zeroAddress } from "viem"
import { mnemonicToAccount } from "viem/accounts"
import { afterAll, beforeAll, expect, test } from "vitest"
import { toAddress } from "@/lib/chain/browser"
import { type AddressBook, addressBook, NO_ASSETS } from "@/lib/chain/deployment"
import { loanHubAbi } from "@/lib/chain/generated/LoanHub"
import { mainTokenAbi } from "@/lib/chain/generated/MainToken"
import { marketResolverAbi } from "@/lib/chain/generated/MarketResolver"
import { marketTradingAbi } from "@/lib/chain/generated/MarketTrading"
import { priceFeedAbi } from "@/lib/chain/generated/PriceFeed"
import { privateMarketTradingAbi } from "@/lib/chain/generated/PrivateMarketTrading"
import { reputationRegistryAbi } from "@/lib/chain/generated/ReputationRegistry"
import { stakingVaultAbi } from "@/lib/chain/generated/StakingVault"
import { swapAbi } from "@/lib/chain/generated/Swap"
import { taxesAbi } from "@/lib/chain/generated/Taxes"
import { tokenFactoryAbi } from "@/lib/chain/generated/TokenFactory"
import { upDownAbi } from "@/lib/chain/generated/UpDown"
import { usdbAbi } from "@/lib/chain/generated/USDB"
import { vestingAbi } from "@/lib/chain/generated/Vesting"
import { type Anvil, startAnvil } from "@/scripts/local/anvil"
import { createContractSender } from "@/scripts/local/contract-sender"
import { deployContracts, type MarketPeriods } from "@/scripts/local/deploy"
import { deployIdentity, PUBLIC_REGISTRIES } from "@/scripts/local/deploy-identity"
import { deployUpDown } from "@/scripts/local/deploy-updown"
import { FEEDS, toAnswer } from "@/scripts/local/feeder/assets"
import { rpc } from "@/scripts/local/rpc"
import { nodeTransport } from "@/tests/helpers/node-transport"

const account = mnemonicToAccount("test test test test test test test test test test test junk")
const feeder = mnemonicToAccount("test test test test test test test test test test test junk", {
  addressIndex: 3,
})
const treasury = mnemonicToAccount("test test test test test test test test test test test junk", {
  addressIndex: 1,
}).address

let anvil: Anvil
let book: AddressBook

beforeAll(async () => {
  anvil = await startAnvil()
  book = await deployContracts({
    rpcUrl: anvil.url,
    chainId: 31337,
    account,
    faucetOperator: treasury,
    feeder,
  })
})

afterAll(() => anvil.stop())

test("the address book is complete, in lower case, and starts with the first deployment", () => {
  expect(addressBook.parse(book)).toEqual(book)
  expect(book.startBlock).toBe(1)
})

test("every contract has the addresses of the others", async () => {
  const client = createPublicClient({ transport: nodeTransport(anvil.url) })
  const main = { address: getAddress(book.mainToken), abi: mainTokenAbi }
  const swap = { address: getAddress(book.swap), abi: swapAbi }
  const taxes = { address: getAddress(book.taxes), abi: taxesAbi }
  const usdb = { address: getAddress(book.usdb), abi: usdbAbi }
  const read = await Promise.all([
    client.readContract({ ...main, functionName: "SWAP" }),
    client.readContract({ ...main, functionName: "CEO" }),
    client.readContract({ ...main, functionName: "token1" }),
    client.readContract({ ...main, functionName: "getUSDPrice" }),
    client.readContract({ ...swap, functionName: "FACTORY" }),
    client.readContract({ ...swap, functionName: "TAXES" }),
    client.readContract({ ...taxes, functionName: "treasury" }),
    client.readContract({ ...taxes, functionName: "marketRegistry" }),
    client.readContract({ ...usdb, functionName: "faucetOperator" }),
  ])
  expect(read).toEqual([
    swap.address,
    account.address,
    usdb.address,
    parseEther("1"),
    getAddress(book.factory),
    taxes.address,
    treasury,
    getAddress(book.factory),
    treasury,
  ])
})

test("loans, leverage, vault and vesting are where the others look for them", async () => {
  const client = createPublicClient({ transport: nodeTransport(anvil.url) })
  const at = (key: "factory" | "taxes" | "mainToken" | "loanHub" | "staking" | "vesting") =>
    getAddress(book[key])
  const hub = { address: at("loanHub"), abi: loanHubAbi } as const
  const main = { address: at("mainToken"), abi: mainTokenAbi } as const
  const factory = { address: at("factory"), abi: tokenFactoryAbi } as const
  const vesting = { address: at("vesting"), abi: vestingAbi } as const
  const staking = { address: at("staking"), abi: stakingVaultAbi } as const
  const taxes = { address: at("taxes"), abi: taxesAbi } as const
  const read = await Promise.all([
    client.readContract({ ...main, functionName: "loanHub" }),
    client.readContract({ ...hub, functionName: "vault" }),
    client.readContract({ ...hub, functionName: "vesting" }),
    client.readContract({ ...factory, functionName: "vesting" }),
    client.readContract({ ...vesting, functionName: "LOAN" }),
    client.readContract({ ...staking, functionName: "loanHub" }),
    client.readContract({ ...taxes, functionName: "vault" }),
    client.readContract({ ...taxes, functionName: "treasury" }),
    client.readContract({ ...hub, functionName: "owner" }),
    client.readContract({ ...vesting, functionName: "owner" }),
  ])
  expect(read).toEqual([
    hub.address,
    staking.address,
    vesting.address,
    vesting.address,
    hub.address,
    hub.address,
    staking.address,
    treasury,
    account.address,
    account.address,
  ])
  const deployer = await client.readContract({ ...factory, functionName: "tokenDeployer" })
  for (const address of [deployer, getAddress(book.leverage)]) {
    expect(await client.getCode({ address })).toBeDefined()
  }
})

test("price rounds of each asset follow a feed that has a price, and wait to be started", async () => {
  const client = createPublicClient({ transport: nodeTransport(anvil.url) })
  for (const { asset, startPrice } of FEEDS) {
    const rounds = { address: getAddress(book.upDown[asset]), abi: upDownAbi } as const
    const feed = { address: getAddress(book.priceFeeds[asset]), abi: priceFeedAbi } as const
    const read = await Promise.all([
      client.readContract({ ...rounds, functionName: "priceFeed" }),
      client.readContract({ ...rounds, functionName: "swap" }),
      client.readContract({ ...rounds, functionName: "usdb" }),
      client.readContract({ ...rounds, functionName: "CEO" }),
      client.readContract({ ...rounds, functionName: "minBet" }),
      client.readContract({ ...rounds, functionName: "currentRoundId", args: [0] }),
      client.readContract({ ...feed, functionName: "description" }),
      client.readContract({ ...feed, functionName: "owner" }),
    ])
    expect(read).toEqual([
      feed.address,
      getAddress(book.swap),
      getAddress(book.usdb),
      account.address,
      parseEther("1"),
      0n,
      `${asset.toUpperCase()} / USD`,
      feeder.address,
    ])
    const [, answer] = await client.readContract({ ...feed, functionName: "latestRoundData" })
    expect(answer).toBe(toAnswer(startPrice))
  }
})

test("market contracts are allowed by the factory and have minimum seed and insurance wallet", async () => {
  const client = createPublicClient({ transport: nodeTransport(anvil.url) })
  const factory = { address: getAddress(book.factory), abi: tokenFactoryAbi } as const
  const trading = { address: getAddress(book.marketTrading), abi: marketTradingAbi } as const
  const voted = { address: getAddress(book.privateMarket), abi: privateMarketTradingAbi } as const
  const resolver = { address: getAddress(book.resolver), abi: marketResolverAbi } as const
  const code = await client.getCode({ address: getAddress(book.reader) })
  expect(code?.length).toBeGreaterThan(2)
  const read = await Promise.all([
    client.readContract({ ...factory, functionName: "isMarket", args: [trading.address] }),
    client.readContract({ ...factory, functionName: "isMarket", args: [voted.address] }),
    client.readContract({ ...trading, functionName: "resolver" }),
    client.readContract({ ...trading, functionName: "minSeed" }),
    client.readContract({ ...voted, functionName: "minSeed" }),
    client.readContract({ ...trading, functionName: "insurance" }),
    client.readContract({ ...voted, functionName: "insurance" }),
    client.readContract({ ...trading, functionName: "owner" }),
    client.readContract({ ...voted, functionName: "owner" }),
    client.readContract({ ...resolver, functionName: "owner" }),
  ])
  expect(read).toEqual([
    true,
    true,
    resolver.address,
    parseEther("50"),
    parseEther("10"),
    treasury,
    treasury,
    account.address,
    account.address,
    account.address,
  ])
})

test("the resolution periods are the specified ones unless others are passed", async () => {
  const periods = { challenge: 5n, voting: 6n, veto: 7n, privateVoting: 8n }
  const options = { rpcUrl: anvil.url, chainId: 31337, account }
  const quick = await deployContracts({ ...options, periods })
  expect(await periodsOf(quick)).toEqual(periods)
  expect(await periodsOf(book)).toEqual({
    challenge: 1_800n,
    voting: 1_800n,
    veto: 1_800n,
    privateVoting: 900n,
  })
})

const senderOf = (url: string) => createContractSender({ rpcUrl: url, chainId: 31337, account })

test("registries of agents are at the public addresses, and know each other", async () => {
  expect(book).toMatchObject(publicRegistries)
  const client = createPublicClient({ transport: nodeTransport(anvil.url) })
  const registry = { address: PUBLIC_REGISTRIES.reputationRegistry, abi: reputationRegistryAbi }
  expect(await client.readContract({ ...registry, functionName: "getIdentityRegistry" })).toBe(
    getAddress(PUBLIC_REGISTRIES.identityRegistry),
  )
})

const publicRegistries = {
  identityRegistry: PUBLIC_REGISTRIES.identityRegistry.toLowerCase(),
  reputationRegistry: PUBLIC_REGISTRIES.reputationRegistry.toLowerCase(),
}

test("another chain has the public registries that are there, and none is deployed", async () => {
  const other = await startAnvil()
  try {
    const sender = senderOf(other.url)
    const find = () => deployIdentity(sender, { chainId: 56 })
    const none = { identityRegistry: zeroAddress, reputationRegistry: zeroAddress }
    expect(await find()).toEqual(none)
    await deployIdentity(sender, { chainId: 56, isLocal: true })
    expect(await find()).toEqual(publicRegistries)
    await rpc(other.url, "anvil_setCode", [PUBLIC_REGISTRIES.reputationRegistry, "0x"])
    expect(await find()).toEqual({ ...publicRegistries, reputationRegistry: zeroAddress })
    await rpc(other.url, "anvil_setCode", [PUBLIC_REGISTRIES.identityRegistry, "0x"])
    expect(await find()).toEqual(none)
  } finally {
    await other.stop()
  }
})

test("on another chain rounds follow the feeds that the book names, and no feed is deployed", async () => {
  const sender = senderOf(anvil.url)
  const senders = { operator: sender, feeder: sender }
  const foreign = { swap: book.swap, chainId: 56, priceFeeds: NO_ASSETS }
  expect(await deployUpDown(senders, foreign)).toEqual({ upDown: NO_ASSETS, priceFeeds: NO_ASSETS })
  const { btc } = book.priceFeeds
  const named = { ...NO_ASSETS, btc }
  const { upDown, priceFeeds } = await deployUpDown(senders, { ...foreign, priceFeeds: named })
  expect(priceFeeds).toEqual(named)
  expect({ ...upDown, btc: zeroAddress }).toEqual(NO_ASSETS)
  expect(await sender.readAddress(toAddress(upDown.btc), upDownAbi, "priceFeed")).toBe(btc)
  const swapped = { ...foreign, priceFeeds: { ...NO_ASSETS, eth: btc } }
  await expect(deployUpDown(senders, swapped)).rejects.toThrow("is for BTC / USD instead of ETH")
})

async function periodsOf({ resolver, privateMarket }: AddressBook): Promise<MarketPeriods> {
  const client = createPublicClient({ transport: nodeTransport(anvil.url) })
  const decided = { address: getAddress(resolver), abi: marketResolverAbi } as const
  const voted = { address: getAddress(privateMarket), abi: privateMarketTradingAbi } as const
  const [challenge, voting, veto, privateVoting] = await Promise.all([
    client.readContract({ ...decided, functionName: "PROPOSAL_PERIOD" }),
    client.readContract({ ...decided, functionName: "DISPUTE_PERIOD" }),
    client.readContract({ ...decided, functionName: "VETO_PERIOD" }),
    client.readContract({ ...voted, functionName: "VOTING_WINDOW" }),
  ])
  return { challenge, voting, veto, privateVoting }
}
