/** @module-tag long */
import { type Abi, createPublicClient, createTestClient, getAddress, parseAbi } from "viem"
import { afterAll, beforeAll, expect, test } from "vitest"
import {
  floorPrice,
  quoteForSell,
  scaledReserve0,
  spotPrice,
  tokensForBuy,
} from "@/lib/tokens/pool-math"
import { type Anvil, startAnvil } from "@/scripts/local/anvil"
import { compileHarness } from "@/tests/helpers/harness"
import { nodeTransport } from "@/tests/helpers/node-transport"
import { anyAmount, anyPool, randomNumbers } from "./cases"

const CASES = 2_000
const SOURCE = "contracts/test/helpers/PoolMathHarness.sol"
const AT = getAddress("0x00000000000000000000000000000000000a7011")

const abi = parseAbi([
  "struct Case { uint256 base0; uint256 reserve1; uint256 supply; uint256 multiplier; uint256 quoteIn; uint256 tokensIn; }",
  "struct Answer { uint256 scaledReserve0; uint256 bought; uint256 paid; uint256 price; uint256 floor; }",
  "function answers(Case[] cases) pure returns (Answer[])",
]) satisfies Abi

let anvil: Anvil

beforeAll(async () => {
  const { runtime: bytecode } = compileHarness(SOURCE, "PoolMathHarness")
  anvil = await startAnvil({ args: ["--gas-limit", "3000000000"] })
  await createTestClient({ mode: "anvil", transport: nodeTransport(anvil.url) }).setCode({
    address: AT,
    bytecode,
  })
})

afterAll(() => anvil.stop())

test(`PoolMath and lib/tokens/pool-math agree to the wei on ${CASES} random pools and trades`, async () => {
  const random = randomNumbers("pools and trades")
  const cases = Array.from({ length: CASES }, () => ({
    pool: anyPool(random),
    quoteIn: anyAmount(random, 10n ** 30n),
    tokensIn: anyAmount(random, 10n ** 30n),
  }))
  const answers = await createPublicClient({ transport: nodeTransport(anvil.url) }).readContract({
    address: AT,
    abi,
    functionName: "answers",
    args: [cases.map(({ pool, quoteIn, tokensIn }) => ({ ...pool, quoteIn, tokensIn }))],
  })
  const twin = cases.map(({ pool, quoteIn, tokensIn }) => ({
    scaledReserve0: scaledReserve0(pool),
    bought: tokensForBuy(pool, quoteIn),
    paid: quoteForSell(pool, tokensIn),
    price: spotPrice(pool),
    floor: floorPrice(pool),
  }))
  expect(answers).toHaveLength(CASES)
  expect(answers).toEqual(twin)
})
