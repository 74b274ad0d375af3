/** @module-tag long */
import {
  type Abi,
  type Address,
  createPublicClient,
  createTestClient,
  createWalletClient,
  erc20Abi,
  getAddress,
  maxUint256,
  parseEther,
  parseEventLogs,
} from "viem"
import { mnemonicToAccount } from "viem/accounts"
import { foundry } from "viem/chains"
import { afterAll, beforeAll, expect, test } from "vitest"
import type { AddressBook } from "@/lib/chain/deployment"
import { factoryTokenAbi } from "@/lib/chain/generated/FactoryToken"
import { stakingVaultAbi } from "@/lib/chain/generated/StakingVault"
import { swapAbi } from "@/lib/chain/generated/Swap"
import { taxesAbi } from "@/lib/chain/generated/Taxes"
import { tokenFactoryAbi } from "@/lib/chain/generated/TokenFactory"
import { usdbAbi } from "@/lib/chain/generated/USDB"
import {
  buyValue,
  minBuyInput,
  minSellInput,
  type Pool,
  poolAfterBuy,
  quoteBuy,
  quoteSell,
  type Route,
  spotPrice,
  taxOn,
  usdPrice,
} from "@/lib/tokens/pool-math"
import { maxSurgeRate, splitTax, surgeRateAt } from "@/lib/tokens/tax-math"
import { WAD } from "@/lib/units"
import { type Anvil, startAnvil } from "@/scripts/local/anvil"
import { deployContracts } from "@/scripts/local/deploy"
import { waitForReceipt } from "@/scripts/local/wait-for-receipt"
import { LONG_TEST_MS } from "@/tests/helpers/deep"
import { nodeTransport } from "@/tests/helpers/node-transport"
import { anyAmount, randomNumbers } from "./cases"

const MULTIPLIERS = [1n, 20n, 50n, 77n, 90n, 100n]
const ROUNDS = 6
/** Sizes of quotes per token and round, each for a buy, a sale and a sale for TIDE. */
const SIZES = 10
const SURGE = { startRate: 1_400n, endRate: 200n, duration: 86_400n }

const account = mnemonicToAccount("test test test test test test test test test test test junk")

let anvil: Anvil
let reader: ReturnType<typeof batchingReader>
let book: AddressBook
let usdb: Address
let main: Address
let swap: Address
let tokens: Address[]

beforeAll(async () => {
  anvil = await startAnvil()
  // A surge tax falls with time, so quote and trade must have the same timestamp.
  const node = createTestClient({
    chain: foundry,
    mode: "anvil",
    transport: nodeTransport(anvil.url),
  })
  await node.setBlockTimestampInterval({ interval: 0 })
  reader = batchingReader()
  book = await deployContracts({ rpcUrl: anvil.url, chainId: foundry.id, account })
  usdb = getAddress(book.usdb)
  main = getAddress(book.mainToken)
  swap = getAddress(book.swap)
  await send(usdb, "mint", [account.address, parseEther("1000000000")])
  tokens = []
  for (const multiplier of MULTIPLIERS) {
    tokens.push(await launch(`T${multiplier}`, multiplier, 0n))
  }
  for (const token of [usdb, main, ...tokens]) await send(token, "approve", [swap, maxUint256])
  const [first] = tokens
  if (first) {
    await send(getAddress(book.taxes), "startSurgeTax", [
      SURGE.startRate,
      SURGE.endRate,
      SURGE.duration,
      first,
    ])
  }
})

afterAll(() => anvil.stop())

test(
  `the router quotes and trades like lib/tokens/pool-math, on ${ROUNDS * SIZES * 20} random trades`,
  async () => {
    const random = randomNumbers("routes")
    let compared = 0
    for (let round = 0; round < ROUNDS; round++) {
      for (const token of [main, ...tokens]) {
        await trade(token, random)
        compared += await compareQuotes(token, random)
      }
    }
    expect(compared).toBe(ROUNDS * SIZES * 20)
  },
  LONG_TEST_MS,
)

test("the minimum input equals the router's to the wei", async () => {
  const random = randomNumbers("reverse quotes")
  let compared = 0
  for (const token of [main, ...tokens]) {
    await send(swap, "buyTokens", [parseEther("5000"), 0n, buyPath(token), false])
    const route = await routeOf(token)
    for (const [path, forward, least] of [
      [buyPath(token), quoteBuy, minBuyInput],
      [buyPath(token).toReversed(), quoteSell, minSellInput],
    ] as const) {
      const { supply } = route.token ?? route.tide
      const inputs = Array.from({ length: SIZES }, () => anyAmount(random, supply))
      const wishes = inputs
        .map((input) => forward(route, input).amountOut)
        .filter((output) => output > 0n)
      const answers = await Promise.all(
        wishes.map(async (output) => {
          const input = least(route, output) ?? 0n
          return [output, await quoted(input, path), await quoted(input - 1n, path)] as const
        }),
      )
      for (const [output, enough, tooLittle] of answers) {
        expect(enough >= output && tooLittle < output).toBe(true)
      }
      compared += answers.length
    }
  }
  expect(compared).toBeGreaterThan(SIZES * 10)
})

test.each([
  { hasVault: false, hasPhase: false, sold: 0n },
  { hasVault: false, hasPhase: true, sold: 0n },
  { hasVault: true, hasPhase: true, sold: 1n },
])("a tax goes where the twin says: %o", async ({ hasVault, hasPhase, sold }) => {
  const vault = getAddress(book.staking)
  const treasury = getAddress("0x00000000000000000000000000000000000a7013")
  const taxes = getAddress(book.taxes)
  await send(taxes, "setReceivers", [
    treasury,
    hasVault ? vault : "0x0000000000000000000000000000000000000000",
  ])
  if (hasVault) {
    // The vault takes its part while its shares are worth 1 TIDE.
    await send(swap, "buyTokens", [parseEther("5"), 0n, [usdb, main], false])
    await send(main, "approve", [vault, maxUint256])
    await send(vault, "buy", [WAD])
  }
  const token = await launch("TAXED", 50n, hasPhase ? 5n : 0n)
  if (hasPhase) {
    // Completes the reward phase; sales forfeit shares.
    await send(swap, "buyTokens", [parseEther("10"), 0n, buyPath(token), false])
    await send(token, "transfer", [main, parseEther("7") * sold])
  }
  const amount = 12_345_678_901_234_567_891n
  const { tax } = quoteBuy(await routeOf(token), amount)
  const receipt = await send(swap, "buyTokens", [amount, 0n, buyPath(token), false])
  const paid = parseEventLogs({ abi: erc20Abi, eventName: "Transfer", logs: receipt.logs })
    .filter(({ address, args }) => getAddress(address) === usdb && args.from === taxes)
    .map(({ args }) => [args.to, args.value])
  const shares = { active: await sharesOf(token), granted: hasPhase ? parseEther("5") : 0n }
  expect(shares.active < shares.granted).toBe(sold > 0n)
  const split = splitTax(tax, { vaultTakesTaxes: hasVault, shares, isPrediction: false })
  expect(paid).toEqual(
    [
      [account.address, split.creator],
      [vault, split.vault],
      [token, split.rewardBuyers],
      [treasury, split.treasury],
    ].filter(([, value]) => value !== 0n),
  )
})

test("a surge falls like in lib/tokens/pool-math", async () => {
  const [token] = tokens
  const taxes = { address: getAddress(book.taxes), abi: taxesAbi } as const
  const [started] = await reader.getContractEvents({
    ...taxes,
    eventName: "SurgeStarted",
    fromBlock: 0n,
  })
  if (!token || started?.args.startTime === undefined) throw new Error("No surge was started")
  const surge = { ...SURGE, start: started.args.startTime }
  const node = createTestClient({
    chain: foundry,
    mode: "anvil",
    transport: nodeTransport(anvil.url),
  })
  for (const second of [10_000n, 10_001n, 43_200n, 77_777n, 86_399n, 86_400n, 90_000n]) {
    const timestamp = surge.start + second
    await node.setNextBlockTimestamp({ timestamp })
    await node.mine({ blocks: 1 })
    const args = [token] as const
    const rate = await reader.readContract({ ...taxes, functionName: "getCurrentSurgeTax", args })
    expect(rate).toBe(surgeRateAt(surge, timestamp))
  }
})

test("the largest surge of every multiplier equals lib/tokens/pool-math", async () => {
  const taxes = { address: getAddress(book.taxes), abi: taxesAbi } as const
  const all = [...Array.from({ length: 90 }, (_, i) => BigInt(i + 1)), 100n]
  const rates = await Promise.all(
    all.map((multiplier) =>
      reader.readContract({ ...taxes, functionName: "maxSurgeRate", args: [multiplier] }),
    ),
  )
  expect(rates).toEqual(all.map(maxSurgeRate))
})

const buyPath = (token: Address) => (token === main ? [usdb, main] : [usdb, main, token])

function quoted(amount: bigint, path: Address[]) {
  return reader.readContract({
    address: swap,
    abi: swapAbi,
    functionName: "getAmountsOut",
    args: [amount, path],
  })
}

function sharesOf(address: Address) {
  return reader.readContract({ address, abi: factoryTokenAbi, functionName: "totalShares" })
}

async function launch(symbol: string, multiplier: bigint, bonding: bigint) {
  const factory = { address: getAddress(book.factory), abi: tokenFactoryAbi } as const
  await send(factory.address, "createToken", [
    symbol,
    `Token ${symbol}`,
    multiplier,
    false,
    bonding,
    1_000n,
    false,
    0n,
    false,
  ])
  const args = [account.address] as const
  const created = await reader.readContract({
    ...factory,
    functionName: "getTokensByCreator",
    args,
  })
  const token = created.at(-1)
  if (!token) throw new Error("The token was not created")
  return token
}

/** A buy, or a sale of a part of the balance. */
async function trade(token: Address, random: (below: bigint) => bigint) {
  const held = (await poolOf(token)).supply
  const own = await reader.readContract({
    address: token,
    abi: factoryTokenAbi,
    functionName: "balanceOf",
    args: [account.address],
  })
  const path = buyPath(token)
  if (held > 0n && own > 10n ** 12n && random(3n) === 0n) {
    await send(swap, "sellTokens", [own / 2n, 0n, path.toReversed(), false])
    return
  }
  const amount = 10n ** 12n + anyAmount(random, parseEther("100000"))
  const route = await routeOf(token)
  const receipt = await send(swap, "buyTokens", [amount, 0n, path, false])
  const legs = parseEventLogs({
    abi: factoryTokenAbi,
    eventName: "TokensTraded",
    logs: receipt.logs,
  })
  expect(legs.at(-1)?.args).toMatchObject({
    amountToken: quoteBuy(route, amount).amountOut,
    amountUSDC: buyValue(route, amount),
    price: usdPrice(...spotBefore(route, amount)),
  })
}

async function compareQuotes(token: Address, random: (below: bigint) => bigint) {
  const route = await routeOf(token)
  const path = buyPath(token)
  const most = parseEther("10000000")
  const cases = Array.from({ length: SIZES }, () => anyAmount(random, most)).flatMap((amount) => [
    { amount, path, twin: quoteBuy(route, amount).amountOut },
    { amount, path: path.toReversed(), twin: quoteSell(route, amount).amountOut },
    ...(token === main
      ? []
      : [{ amount, path: [token, main], twin: quoteSell(route, amount, "TIDE").amountOut }]),
  ])
  const quotes = await Promise.all(cases.map(({ amount, path }) => quoted(amount, path)))
  expect(quotes).toEqual(cases.map(({ twin }) => twin))
  return quotes.length
}

/** The pool of the last leg, and the USD price of its quote token before that leg. */
function spotBefore({ tide, token, taxBasisPoints }: Route, usdbIn: bigint): [Pool, bigint] {
  if (!token) return [tide, WAD]
  return [token, spotPrice(poolAfterBuy(tide, usdbIn - taxOn(usdbIn, taxBasisPoints)))]
}

async function routeOf(token: Address): Promise<Route> {
  const taxBasisPoints = await reader.readContract({
    address: getAddress(book.taxes),
    abi: taxesAbi,
    functionName: "getTaxRate",
    args: [token, account.address],
  })
  const pool = token === main ? null : await poolOf(token)
  return { tide: await poolOf(main), token: pool, taxBasisPoints }
}

async function poolOf(address: Address): Promise<Pool> {
  const pool = { address, abi: factoryTokenAbi } as const
  const [base0, reserve1, supply, multiplier] = await Promise.all([
    reader.readContract({ ...pool, functionName: "baseReserve0" }),
    reader.readContract({ ...pool, functionName: "reserve1" }),
    reader.readContract({ ...pool, functionName: "totalSupply" }),
    reader.readContract({ ...pool, functionName: "hybridMultiplier" }),
  ])
  return { base0, reserve1, supply, multiplier }
}

/** Sends calls in one request, so that all read the same block. */
function batchingReader() {
  return createPublicClient({
    chain: foundry,
    cacheTime: 0,
    pollingInterval: 5,
    transport: nodeTransport(anvil.url),
  })
}

const abi: Abi = [...usdbAbi, ...tokenFactoryAbi, ...taxesAbi, ...swapAbi, ...stakingVaultAbi]

async function send(address: Address, functionName: string, args: readonly unknown[]) {
  const wallet = createWalletClient({
    account,
    chain: foundry,
    transport: nodeTransport(anvil.url),
  })
  const hash = await wallet.writeContract({
    address,
    abi,
    functionName,
    args,
    gas: 6_000_000n,
  })
  const receipt = await waitForReceipt(reader, hash)
  expect(receipt.status, functionName).toBe("success")
  return receipt
}
