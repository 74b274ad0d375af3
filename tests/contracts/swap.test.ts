import {
  type Abi,
  type Address,
  createPublicClient,
  createWalletClient,
  getAddress,
  http,
  maxUint256,
  parseEther,
  parseEventLogs,
} from "viem"
import { mnemonicToAccount } from "viem/accounts"
import { foundry } from "viem/chains"
import { afterAll, beforeAll, expect, test } from "vitest"
import type { AddressBook } from "@/lib/chain/deployment"
import { factoryTokenAbi } from "@/lib/chain/generated/FactoryToken"
import { swapAbi } from "@/lib/chain/generated/Swap"
import { taxesAbi } from "@/lib/chain/generated/Taxes"
import { tokenFactoryAbi } from "@/lib/chain/generated/TokenFactory"
import { usdbAbi } from "@/lib/chain/generated/USDB"
import {
  afterBuy,
  buyValue,
  type Pool,
  quoteBuy,
  quoteSell,
  type Route,
  spotPrice,
  taxOn,
  usdPrice,
  WAD,
} from "@/lib/tokens/math"
import { type Anvil, startAnvil } from "@/scripts/local/anvil"
import { deployExchange } from "@/scripts/local/deploy"
import { anyAmount, randomNumbers } from "./cases"

const MULTIPLIERS = [1n, 20n, 50n, 77n, 90n, 100n]
const ROUNDS = 6
/** Quotes per token and round: a buy, a sell and a sell for TIDE, each of several sizes. */
const SIZES = 10

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
  reader = batchingReader()
  book = await deployExchange({ rpcUrl: anvil.url, chainId: foundry.id, account })
  usdb = getAddress(book.usdb)
  main = getAddress(book.mainToken)
  swap = getAddress(book.swap)
  await send(usdb, "mint", [account.address, parseEther("1000000000")])
  for (const [i, multiplier] of MULTIPLIERS.entries()) {
    await send(getAddress(book.factory), "createToken", [
      `T${i}`,
      `Token ${i}`,
      multiplier,
      false,
      0n,
      1_000n,
      false,
      0n,
      false,
    ])
  }
  tokens = [
    ...(await reader.readContract({
      address: getAddress(book.factory),
      abi: tokenFactoryAbi,
      functionName: "getTokensByCreator",
      args: [account.address],
    })),
  ]
  for (const token of [usdb, main, ...tokens]) await send(token, "approve", [swap, maxUint256])
  const [first] = tokens
  if (first) {
    await send(getAddress(book.taxes), "startSurgeTax", [1_400n, 200n, 86_400n, first])
  }
})

afterAll(() => anvil.stop())

test(`the router quotes and trades as the twin says, on ${ROUNDS * SIZES * 20} random trades`, async () => {
  const random = randomNumbers("routes")
  let compared = 0
  for (let round = 0; round < ROUNDS; round++) {
    for (const token of [main, ...tokens]) {
      await trade(token, random)
      compared += await compareQuotes(token, random)
    }
  }
  expect(compared).toBe(ROUNDS * SIZES * 20)
}, 120_000)

/** A buy, or a sale of some of what is held. */
async function trade(token: Address, random: (below: bigint) => bigint) {
  const held = (await poolOf(token)).supply
  const own = await reader.readContract({
    address: token,
    abi: factoryTokenAbi,
    functionName: "balanceOf",
    args: [account.address],
  })
  const path = token === main ? [usdb, main] : [usdb, main, token]
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
  const buyPath = token === main ? [usdb, main] : [usdb, main, token]
  const most = parseEther("10000000")
  const cases = Array.from({ length: SIZES }, () => anyAmount(random, most)).flatMap((amount) => [
    { amount, path: buyPath, twin: quoteBuy(route, amount).amountOut },
    { amount, path: buyPath.toReversed(), twin: quoteSell(route, amount).amountOut },
    ...(token === main
      ? []
      : [{ amount, path: [token, main], twin: quoteSell(route, amount, "TIDE").amountOut }]),
  ])
  const quotes = await Promise.all(
    cases.map(({ amount, path }) =>
      reader.readContract({
        address: swap,
        abi: swapAbi,
        functionName: "getAmountsOut",
        args: [amount, path],
      }),
    ),
  )
  expect(quotes).toEqual(cases.map(({ twin }) => twin))
  return quotes.length
}

/** The pool of the last leg, and the USD price of its quote token when that leg begins. */
function spotBefore({ tide, token, taxBasisPoints }: Route, usdbIn: bigint): [Pool, bigint] {
  if (!token) return [tide, WAD]
  return [token, spotPrice(afterBuy(tide, usdbIn - taxOn(usdbIn, taxBasisPoints)))]
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

/** Sends the calls of one moment in one request. */
function batchingReader() {
  return createPublicClient({
    chain: foundry,
    cacheTime: 0,
    pollingInterval: 5,
    transport: http(anvil.url, { batch: { batchSize: 200 } }),
  })
}

const abi: Abi = [...usdbAbi, ...tokenFactoryAbi, ...taxesAbi, ...swapAbi]

async function send(address: Address, functionName: string, args: readonly unknown[]) {
  const wallet = createWalletClient({ account, chain: foundry, transport: http(anvil.url) })
  const hash = await wallet.writeContract({
    address,
    abi,
    functionName,
    args,
    gas: 6_000_000n,
  })
  const receipt = await reader.waitForTransactionReceipt({ hash })
  expect(receipt.status, functionName).toBe("success")
  return receipt
}
