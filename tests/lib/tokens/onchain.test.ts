import { createServer } from "node:http"
import { parseEther } from "viem"
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest"
import { readTokenState, readVetted } from "@/lib/tokens/onchain"
import { alice, bob, configureChain, startChain, type TestChain } from "@/tests/helpers/chain"
import { waitWithFakeTimers } from "@/tests/helpers/timing"

let chain: TestChain
let token: string

beforeAll(async () => {
  chain = await startChain()
  configureChain(chain)
  token = (await chain.launch(alice, { multiplier: 50n, bonding: 1_000n })).token
  await chain.buy(bob, token, "100")
})

afterAll(() => chain.stop())

test("a launched token's state is read at once", async () => {
  const state = await readTokenState(token)
  expect(state).toMatchObject({
    taxRate: 150n,
    surgeRate: 0n,
    frozen: false,
    hasBonded: false,
    bondingTarget: parseEther("1000"),
    vetted: false,
  })
  expect(state.bondingNeeded).toBeLessThan(parseEther("1000"))
  expect(state.totalSupply).toBeGreaterThan(0n)
  expect(state.priceUsd).toBeGreaterThan(parseEther("1"))
  expect(state.floorUsd).toBeLessThanOrEqual(state.priceUsd ?? 0n)
  expect(state.floorQuote).toBeGreaterThan(0n)
})

test("the main token has no floor, whitelist or reward phase to read", async () => {
  expect(await readTokenState(chain.book.mainToken)).toMatchObject({
    taxRate: 50n,
    floorUsd: null,
    floorQuote: null,
    frozen: null,
    bondingTarget: null,
    bondingNeeded: null,
    vetted: false,
  })
})

test("everything is unknown of an address without code", async () => {
  const state = await readTokenState(`0x${"ab".repeat(20)}`)
  const { taxRate: _, surgeRate: __, ...ofToken } = state
  expect(new Set(Object.values(ofToken))).toEqual(new Set([null]))
})

test("everything is unknown when the node is away, or silent for 1.5 seconds", async () => {
  await chain.stop()
  expect(new Set(Object.values(await readTokenState(token)))).toEqual(new Set([null]))
  expect(await readVetted(token)).toBeNull()

  let requestCount = 0
  const silent = createServer(() => {
    requestCount++
  })
  await new Promise<void>((ready) => {
    silent.listen(Number(new URL(chain.url).port), "127.0.0.1", ready)
  })
  onTestFinished(() => {
    vi.useRealTimers()
    silent.closeAllConnections()
    silent.close()
  })
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] })
  const reading = Promise.all([readTokenState(token), readVetted(token)])
  await waitWithFakeTimers(() => requestCount > 0)
  await vi.advanceTimersByTimeAsync(1_500)
  const [state, vetted] = await reading
  expect(new Set(Object.values(state))).toEqual(new Set([null]))
  expect(vetted).toBeNull()
})
