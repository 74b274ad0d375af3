import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest"
import * as route from "@/app/api/v1/tokens/[address]/route"
import { createKey } from "@/lib/auth/api-keys"
import { pool, prisma } from "@/lib/db/client"
import type { RawBody } from "@/lib/http/response"
import { getTokenDetail } from "@/lib/tokens/service"
import { WAD } from "@/lib/units"
import { call } from "@/tests/helpers/call"
import { addressOf, emptyTables, insertSync, insertToken, MAIN, USDB } from "@/tests/helpers/rows"
import { waitWithFakeTimers } from "@/tests/helpers/timing"

/** A node that answers each eth_call as told; the contract side is tested on a real chain. */
const node = {
  answer: "true" as "true" | "false" | "error" | "never",
  calls: 0,
  /** Answers wait for it. */
  gate: Promise.resolve(),
}
const server = createServer(async (request, response) => {
  const calls = [await new Response(request as never).json()].flat() as { id: number }[]
  node.calls++
  await node.gate
  if (node.answer === "never") return
  const word = `0x${(node.answer === "true" ? "1" : "0").padStart(64, "0")}`
  const outcome =
    node.answer === "error" ? { error: { code: -32000, message: "down" } } : { result: word }
  response.end(JSON.stringify(calls.map(({ id }) => ({ jsonrpc: "2.0", id, ...outcome }))))
})

let as: { key: string }

beforeAll(async () => {
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready))
  process.env.RPC_URL = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  as = { key: (await createKey(addressOf(1), null)).key }
})

afterAll(() => {
  server.closeAllConnections()
  server.close()
})

beforeEach(async () => {
  Object.assign(node, { answer: "true", calls: 0, gate: Promise.resolve() })
  await emptyTables()
})

afterEach(() => {
  vi.useRealTimers()
})

const show = (address: string) => call(route, { params: { address }, as })
const detail = async (address: string) => (await show(address)).body.data

const insertMain = async (reserve1 = 100n * WAD) => {
  await insertToken({ address: MAIN, symbol: "TIDE" })
  await insertSync({ token: MAIN, reserve0: 100n * WAD, reserve1 })
}

describe("GET /api/v1/tokens/{address}", () => {
  test("200: every field, for a token that has nothing yet", async () => {
    const token = await insertToken({ symbol: "NEW", multiplier: 30 })
    expect((await show(token.address)).body).toEqual({
      data: {
        id: token.id,
        address: token.address,
        name: token.name,
        symbol: "NEW",
        description: null,
        dev: token.dev,
        image: null,
        multiplier: 30,
        isPrediction: false,
        predictionType: null,
        predictionStatus: null,
        createdAt: token.createdAt.toISOString(),
        lastActivityAt: null,
        endTime: null,
        eventType: null,
        website: null,
        telegram: null,
        socialx: null,
        twitterx: null,
        predictionOptions: null,
        liquidityUSD: null,
        startingLiquidityUSD: null,
        projectedVetted: true,
        quoteToken: MAIN,
        priceUsd: null,
        metadataUrl: null,
        resolution: null,
      },
    })
  })

  test("200: off-chain fields, and twitterx as an alias of socialx", async () => {
    const { address } = await insertToken({ description: "A reef" })
    await prisma.project.update({
      where: { address },
      data: { socialx: "@reef", website: "https://reef.example", metadataUrl: "ipfs://x" },
    })
    expect(await detail(address)).toMatchObject({
      description: "A reef",
      socialx: "@reef",
      twitterx: "@reef",
      website: "https://reef.example",
      metadataUrl: "ipfs://x",
    })
  })

  test("200: the main token is valued in USDB", async () => {
    await insertMain(250n * WAD)
    expect(await detail(MAIN)).toMatchObject({
      quoteToken: USDB,
      priceUsd: "2.5",
      liquidityUSD: 500,
      startingLiquidityUSD: 500,
    })
  })

  test("200: others at the main token's present price, their start at the price of then", async () => {
    await insertMain(100n * WAD)
    const { address } = await insertToken()
    await insertSync({ token: address, reserve0: 8n * WAD, reserve1: 4n * WAD })
    await insertSync({ token: MAIN, reserve0: 100n * WAD, reserve1: 300n * WAD })
    await insertSync({ token: address, reserve0: 8n * WAD, reserve1: 5n * WAD })
    await insertSync({ token: MAIN, reserve0: 100n * WAD, reserve1: 200n * WAD })
    expect(await detail(address)).toMatchObject({
      priceUsd: "1.25",
      liquidityUSD: 20,
      startingLiquidityUSD: 8,
    })
  })

  test.each([
    // 2 x reserve1 lies on, or one base unit beside, half a cent.
    ["half a cent goes up", 2_500_000_000_000_000n, 0.01],
    ["less than half a cent goes down", 2_499_999_999_999_999n, 0],
    ["1.005 USD, no binary fraction", 502_500_000_000_000_000n, 1.01],
    ["a value of 2^200", 2n ** 200n, Number((2n ** 201n + 5n * 10n ** 15n) / 10n ** 16n) / 100],
  ])("200: liquidity is rounded half up from integers: %s", async (_, reserve1, usd) => {
    await insertMain(reserve1)
    expect((await detail(MAIN)).liquidityUSD).toBe(usd)
  })

  test("200: a price keeps its digits and no trailing zeros", async () => {
    await insertMain(100n)
    expect((await detail(MAIN)).priceUsd).toBe("0.000000000000000001")
    await insertSync({ token: MAIN, reserve0: 3n, reserve1: 10n ** 30n })
    expect((await detail(MAIN)).priceUsd).toBe(`${"3".repeat(30)}.${"3".repeat(18)}`)
  })

  test("200: any letter case of the address answers the same", async () => {
    const { address } = await insertToken({ address: `0xabcdef${"0".repeat(34)}` })
    const shouted = await show(address.toUpperCase().replace("0X", "0x"))
    expect(shouted.body).toEqual((await show(address)).body)
  })

  test.each(["0x12", "1", `0x${"g".repeat(40)}`, `${"0".repeat(40)}`])(
    "400: malformed address %s",
    async (address) => {
      expect((await show(address)).body).toMatchObject({
        code: "VALIDATION_FAILED",
        details: [{ path: "address" }],
      })
    },
  )

  test("401: no key", async () => {
    expect((await call(route, { params: { address: MAIN } })).status).toBe(401)
  })

  test("404: an address that is not listed", async () => {
    expect((await show(addressOf(404))).body.code).toBe("TOKEN_NOT_FOUND")
  })
})

describe("projectedVetted", () => {
  test("is read by the first request and kept", async () => {
    const { address } = await insertToken()
    expect((await detail(address)).projectedVetted).toBe(true)
    node.answer = "false"
    expect((await detail(address)).projectedVetted).toBe(true)
    expect(node.calls).toBe(1)
  })

  test("is read again in the background after ten minutes", async () => {
    const { address } = await insertToken()
    await prisma.project.update({
      where: { address },
      data: { vetted: true, vettedAt: new Date(Date.now() - 601_000) },
    })
    node.answer = "false"
    expect((await detail(address)).projectedVetted).toBe(true)
    await expect.poll(async () => (await detail(address)).projectedVetted).toBe(false)
    expect(node.calls).toBe(1)
  })

  test("is null while the node fails, which is not asked again at once", async () => {
    const { address } = await insertToken()
    node.answer = "error"
    expect((await detail(address)).projectedVetted).toBeNull()
    expect((await detail(address)).projectedVetted).toBeNull()
    expect(node.calls).toBe(1)
  })

  test("is null when the node does not answer within 1.5 seconds", async () => {
    const { address } = await insertToken()
    node.answer = "never"
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] })
    let isAnswered = false
    const answering = detail(address).finally(() => {
      isAnswered = true
    })
    await waitWithFakeTimers(() => node.calls > 0)
    await vi.advanceTimersByTimeAsync(1_499)
    expect(isAnswered).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect((await answering).projectedVetted).toBeNull()
  })

  test("is read once for requests that come together", async () => {
    const { address } = await insertToken()
    const answers = await Promise.all(Array.from({ length: 10 }, () => detail(address)))
    expect(new Set(answers.map(({ projectedVetted }) => projectedVetted))).toEqual(new Set([true]))
    expect(node.calls).toBe(1)
  })

  test("is in the answer of a request that had read its row when another one's read ended", async () => {
    const { address } = await insertToken()
    const [nodeGate, rowGate] = [createGate(), createGate()]
    node.gate = nodeGate.opened
    const first = getTokenDetail(address)
    await expect.poll(() => node.calls).toBe(1)
    const rowIsRead = holdNextAnswer(rowGate.opened)
    const late = getTokenDetail(address)
    await rowIsRead
    nodeGate.open()
    expect(vettedOf(await first)).toBe(true)
    rowGate.open()
    expect(vettedOf(await late)).toBe(true)
    expect(node.calls).toBe(1)
  })
})

const vettedOf = ({ text }: RawBody) => JSON.parse(text).data.projectedVetted

function createGate() {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open, opened }
}

/** Holds the answer to the next query back until `release`; settles when PostgreSQL has given it. */
function holdNextAnswer(release: Promise<void>): Promise<void> {
  const gate = createGate()
  const query = pool().query.bind(pool()) as (...args: unknown[]) => Promise<unknown>
  const spy = vi.spyOn(pool(), "query").mockImplementation((async (...args: unknown[]) => {
    spy.mockRestore()
    const answer = await query(...args)
    gate.open()
    await release
    return answer
  }) as never)
  return gate.opened
}
