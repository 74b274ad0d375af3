import { type EIP1193Parameters, type Hex, parseEther } from "viem"
import { foundry } from "viem/chains"
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest"
import { createConfig, http } from "wagmi"
import { connect } from "wagmi/actions"
import { injected } from "wagmi/connectors"
import type { ClaimData } from "@/components/claims/claim-text"
import { vestingAbi } from "@/lib/chain/generated/Vesting"
import { alice, bob, startChain, type TestChain } from "@/tests/helpers/chain"
import { FakeStorage, openTab } from "@/tests/helpers/local-storage"
import { createLoanWorld } from "@/tests/lib/portfolio/loan-actions"

let chain: TestChain
let snapshot: Hex
let session: FakeStorage

const AMOUNTS = ["1", "2", "3"].map((amount) => parseEther(amount))

/** Three schedules of alice, all vested. */
beforeAll(async () => {
  chain = await startChain()
  await createLoanWorld(chain)
  const { timestamp } = (await chain.call("eth_getBlockByNumber", "latest", false)) as {
    timestamp: Hex
  }
  const { vesting, mainToken } = chain.book
  for (const amount of AMOUNTS) {
    const terms = [alice, mainToken, amount, BigInt(timestamp) + 5_000n, "", mainToken]
    await chain.write(bob, vesting, vestingAbi, "createCliffVesting", terms)
  }
  await chain.warp(10_000)
  await chain.mine()
  snapshot = await chain.snapshot()
})

afterAll(async () => {
  vi.unstubAllGlobals()
  await chain?.stop()
})

beforeEach(async () => {
  await chain.revert(snapshot)
  snapshot = await chain.snapshot()
  session = new FakeStorage()
  quoted = []
  blocked = new Set()
  vi.resetModules()
  openTab(new FakeStorage())
  vi.stubGlobal("sessionStorage", session)
  vi.stubGlobal("fetch", withoutService(fetch))
})

/** Actions the service was asked to quote, and the schedules that it blocks. */
let quoted: unknown[]
let blocked: Set<number>

/** The node is asked as ever; the service has indexed everything, and quotes. */
const withoutService = (real: typeof fetch) =>
  vi.fn<typeof fetch>(async (input, init) => {
    if (`${input}`.startsWith("http")) return real(input, init)
    if (`${input}` !== "/api/internal/quote") return Response.json({})
    const body: { vestingId: number } = JSON.parse(`${init?.body}`)
    quoted.push(body)
    const blocker = { code: "LoanActive", message: "It is pledged.", remedy: "Repay the loan." }
    return Response.json({ blockers: blocked.has(body.vestingId) ? [blocker] : [] })
  })

const claims = AMOUNTS.map(
  (amount, index): ClaimData => ({
    ...{ id: `vesting.${index + 1}`, kind: "vesting", contract: "", token: "" },
    ...{ number: index + 1, amount: `${amount}`, symbol: "TIDE", valueUsd: null, title: "Tide" },
  }),
)

async function readBalance() {
  const data = `0x70a08231${alice.slice(2).padStart(64, "0")}`
  return BigInt((await chain.call("eth_call", { to: chain.book.mainToken, data }, "latest")) as Hex)
}

type Options = {
  declines?: readonly number[]
  hasBatches?: boolean
  losesAnswers?: boolean
  onAsk?: () => void
}

/** A page whose wallet declines some of its questions, and may send batches. */
async function openPage(options: Options = {}) {
  const { declines = [], hasBatches = false, losesAnswers = false, onAsk } = options
  let lost = 0
  const loseAnswer = () => {
    lost += 1
    throw Object.assign(new Error("HTTP request failed."), { code: -32603 })
  }
  const ids: Record<string, Hex[]> = {}
  const prompts: string[] = []
  const batches: Hex[][] = []
  const send = ({ to, data }: { to: Hex; data: Hex }) =>
    chain.send(alice, to, data).then(({ transactionHash }) => transactionHash)
  const answers: Record<string, (params: never) => unknown> = {
    eth_accounts: () => [alice],
    eth_requestAccounts: () => [alice],
    eth_chainId: () => "0x7a69",
    wallet_getCapabilities: () => ({
      "0x7a69": { atomic: { status: hasBatches ? "supported" : "unsupported" } },
    }),
    wallet_sendCalls: async ([{ id, calls }]: [{ id: Hex; calls: { to: Hex; data: Hex }[] }]) => {
      const hashes: Hex[] = []
      for (const call of calls) hashes.push(await send(call))
      batches.push(hashes)
      ids[id] = hashes
      if (losesAnswers) loseAnswer()
      return { id: `0x${batches.length}` }
    },
    wallet_getCallsStatus: async ([id]: [Hex]) => {
      if (losesAnswers && lost < 2) loseAnswer()
      const hashes = ids[id] ?? batches[Number(id) - 1] ?? []
      return {
        ...{ version: "2.0.0", id, chainId: "0x7a69", status: 200, atomic: true },
        receipts: await Promise.all(hashes.map(chain.receipt)),
      }
    },
    eth_sendTransaction: ([call]: [{ to: Hex; data: Hex }]) => send(call),
  }
  const provider = {
    on: () => {},
    removeListener: () => {},
    async request({ method, params }: EIP1193Parameters) {
      const isQuestion = method === "eth_sendTransaction" || method === "wallet_sendCalls"
      if (isQuestion) {
        prompts.push(method)
        onAsk?.()
      }
      if (isQuestion && declines.includes(prompts.length)) {
        throw Object.assign(new Error("User rejected the request."), { code: 4001 })
      }
      const answer = answers[method]
      return answer ? answer(params as never) : chain.call(method, ...((params as []) ?? []))
    },
  }
  const own = { ...foundry, rpcUrls: { default: { http: [chain.url] } } } as const
  const target = () => ({ id: "test", name: "Test", provider: provider as never })
  const wagmi = createConfig({
    ...{ chains: [own], connectors: [injected({ target })], storage: null },
    transports: { [own.id]: http(chain.url) },
  })
  const [connector] = wagmi.connectors
  if (!connector) throw new Error("There is no connector")
  await connect(wagmi, { connector })
  const [collecting, runs, { watchTransactions }] = await Promise.all([
    import("@/components/claims/collect"),
    import("@/components/claims/run-store"),
    import("@/components/wallet/transactions/watch"),
  ])
  const client = wagmi.getClient({ chainId: own.id })
  const stop = watchTransactions({ client, chainId: own.id, onChange: () => {} })
  const context = { wagmi: wagmi as never, chainId: own.id, wallet: alice }
  const due = claims.map((claim) => ({ ...claim, contract: chain.book.vesting }))
  const statuses = () => runs.getRunState().run?.items.map(({ status }) => status)
  return { ...collecting, ...runs, context, due, statuses, prompts, batches, stop }
}

describe("collecting", () => {
  test("asks for one after the other, and goes on after a refused one", async () => {
    const page = await openPage({ declines: [2] })
    const before = await readBalance()
    await page.collect(page.context, page.due)
    expect(page.statuses()).toEqual(["done", "refused", "done"])
    expect(page.prompts).toHaveLength(3)
    expect((await readBalance()) - before).toBe(parseEther("4"))
    page.stop()
  })

  test("asks for nothing that the contract would refuse", async () => {
    await chain.write(alice, chain.book.vesting, vestingAbi, "claimTokens", [1n])
    const page = await openPage()
    await page.collect(page.context, page.due)
    expect(page.statuses()).toEqual(["failed", "done", "done"])
    expect(page.prompts).toHaveLength(2)
    expect(page.getRunState().run?.items[0]?.reason).toMatch(/\w/)
    page.stop()
  })

  test("quotes each before the wallet is asked, and leaves out what the quote blocks", async () => {
    blocked = new Set([2])
    for (const hasBatches of [false, true]) {
      quoted = []
      const page = await openPage({ hasBatches })
      await page.collect(page.context, page.due)
      expect(quoted).toEqual(
        [1, 2, 3].map((vestingId) => ({ action: "vesting.claim", vestingId, wallet: alice })),
      )
      expect(page.statuses()).toEqual(["done", "failed", "done"])
      expect(page.prompts).toHaveLength(hasBatches ? 1 : 2)
      expect(page.getRunState().run?.items[1]?.reason).toBe("It is pledged.")
      page.stop()
      await chain.revert(snapshot)
      snapshot = await chain.snapshot()
      vi.resetModules()
    }
  })

  test("goes on after a reload where it was, when it is told to", async () => {
    const page = await openPage({ declines: [1], onAsk: () => page.stopAfterThis() })
    const before = await readBalance()
    await page.collect(page.context, page.due)
    expect(page.statuses()).toEqual(["refused", "waiting", "waiting"])
    page.stop()

    vi.resetModules()
    const reloaded = await openPage()
    expect(reloaded.statuses()).toEqual(["refused", "waiting", "waiting"])
    await reloaded.resumeSent(reloaded.context)
    expect(reloaded.prompts).toEqual([])
    await reloaded.continueRun(reloaded.context)
    expect(reloaded.statuses()).toEqual(["refused", "done", "done"])
    expect((await readBalance()) - before).toBe(parseEther("5"))
    reloaded.stop()
  })

  test("ignores what is not its own in the storage", async () => {
    for (const stored of [
      "nonsense",
      '{"wallet": "0x1"}',
      '{"wallet":"","chainId":1,"items":[1]}',
    ]) {
      session.setItem("atoll.claims", stored)
      vi.resetModules()
      const page = await openPage()
      expect(page.getRunState().run).toBeNull()
      page.stop()
    }
  })
})

describe("collecting with a wallet that sends batches", () => {
  test("asks once, without what the contract would refuse", async () => {
    await chain.write(alice, chain.book.vesting, vestingAbi, "claimTokens", [2n])
    const page = await openPage({ hasBatches: true })
    const before = await readBalance()
    await page.collect(page.context, page.due)
    expect(page.statuses()).toEqual(["done", "failed", "done"])
    expect(page.prompts).toEqual(["wallet_sendCalls"])
    expect(page.batches[0]).toHaveLength(2)
    expect((await readBalance()) - before).toBe(parseEther("4"))
    expect(page.getRunState().run?.batchId).toBeNull()
    const { listTransactions } = await import("@/components/wallet/transactions/store")
    expect(listTransactions()).toMatchObject(
      [...(page.batches[0] ?? [])].reverse().map((hash) => ({
        ...{ hash, name: "claims", title: "Collect 2 claims: 1 TIDE, 3 TIDE" },
      })),
    )
    page.stop()
  })

  test("leaves everything where it is when the batch is declined", async () => {
    const page = await openPage({ hasBatches: true, declines: [1] })
    const before = await readBalance()
    await page.collect(page.context, page.due)
    expect(page.statuses()).toEqual(["refused", "refused", "refused"])
    expect(await readBalance()).toBe(before)
    page.stop()
  })

  test("asks the wallet what became of a batch whose answers were lost", async () => {
    const page = await openPage({ hasBatches: true, losesAnswers: true })
    const before = await readBalance()
    const collecting = page.collect(page.context, page.due)
    await vi.waitFor(() => expect(page.statuses()).toEqual(Array(3).fill("checking")), 10_000)
    expect(page.getRunState().run?.batchId).toMatch(/^0x[0-9a-f]{64}$/)
    await collecting
    expect(page.statuses()).toEqual(["done", "done", "done"])
    expect(page.prompts).toEqual(["wallet_sendCalls"])
    expect((await readBalance()) - before).toBe(parseEther("6"))
    page.stop()
  })

  test("learns after a reload what became of a batch", async () => {
    const page = await openPage({ hasBatches: true })
    await page.collect(page.context, page.due)
    const stored = JSON.parse(session.getItem("atoll.claims") ?? "")
    const items = stored.items.map((item: object) => ({ ...item, status: "sent" }))
    session.setItem("atoll.claims", JSON.stringify({ ...stored, items, batchId: "0x1" }))
    page.stop()

    vi.resetModules()
    const reloaded = await openPage({ hasBatches: true })
    reloaded.batches.push(...page.batches)
    await reloaded.resumeSent(reloaded.context)
    expect(reloaded.statuses()).toEqual(["done", "done", "done"])
    expect(reloaded.prompts).toEqual([])
    reloaded.stop()
  })
})
