import { createClient, custom, type Hex, http } from "viem"
import { foundry } from "viem/chains"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest"
import { createConfig } from "wagmi"
import { connect } from "wagmi/actions"
import { injected } from "wagmi/connectors"
import { describeStatus } from "@/components/wallet/transactions/status"
import type { StoredTransaction } from "@/components/wallet/transactions/stored-transaction"
import { startAnvil } from "@/scripts/local/anvil"
import { alice, bob } from "@/tests/helpers/chain"
import { FakeStorage, openTab } from "@/tests/helpers/local-storage"

let node: Awaited<ReturnType<typeof startAnvil>>
let storage: FakeStorage

beforeAll(async () => {
  node = await startAnvil()
})
afterAll(() => node.stop())
beforeEach(() => {
  storage = new FakeStorage()
  vi.stubGlobal("fetch", withoutService(fetch))
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** The node is asked as ever; the service has indexed everything. */
const withoutService = (real: typeof fetch): typeof fetch =>
  vi.fn<typeof fetch>(async (input, init) =>
    `${input}`.startsWith("http") ? real(input, init) : Response.json({ success: true }),
  )

const ask = async (method: string, params: unknown): Promise<unknown> => {
  const client = createClient({ chain: foundry, transport: http(node.url) })
  return client.request({ method, params } as never)
}

type Wallet = (send: () => Promise<unknown>) => unknown

/** A page whose wallet does this with what it is asked to send. */
async function openPage(wallet: Wallet = (send) => send()) {
  vi.resetModules()
  openTab(storage)
  const [{ sendRequest }, store, { watchTransactions }] = await Promise.all([
    import("@/components/wallet/transactions/send"),
    import("@/components/wallet/transactions/store"),
    import("@/components/wallet/transactions/watch"),
  ])
  const provider = {
    on: () => {},
    removeListener: () => {},
    request: async ({ method, params }: { method: string; params?: unknown }) => {
      if (method === "eth_requestAccounts" || method === "eth_accounts") return [alice]
      if (method === "eth_sendTransaction") return wallet(() => ask(method, params))
      return ask(method, params)
    },
  }
  const target = () => ({ id: "test", name: "Test", provider: provider as never })
  const wagmi = createConfig({
    ...{ chains: [foundry], connectors: [injected({ target })], storage: null },
    transports: { [foundry.id]: custom({ request: provider.request }) },
  })
  const [connector] = wagmi.connectors
  if (!connector) throw new Error("There is no connector")
  await connect(wagmi, { connector })
  const context = { wagmi: wagmi as never, chainId: foundry.id }
  const client = wagmi.getClient({ chainId: foundry.id })
  const watch = () => watchTransactions({ client, chainId: foundry.id, onChange: () => {} })
  const only = (): StoredTransaction => {
    const [transaction] = store.listTransactions()
    if (!transaction) throw new Error("Nothing is stored")
    return transaction
  }
  const send = (value: bigint) =>
    sendRequest(
      context,
      { call: { to: bob, data: "0x", value }, action: null },
      { name: "pay", title: "Pay", sync: [] },
    )
  const reaches = (expected: Partial<StoredTransaction>) =>
    vi.waitFor(() => expect(only()).toMatchObject(expected), { timeout: 10_000 })
  return { send, watch, only, reaches, list: store.listTransactions }
}

const lost = () => {
  throw new TypeError("Failed to fetch")
}

/** Sends it, and loses the answer. */
const sendAndLose: Wallet = async (send) => {
  await send()
  lost()
}

describe("an answer that was lost", () => {
  test("leaves open whether it was sent, and the chain tells that it was", async () => {
    const page = await openPage(sendAndLose)
    await page.send(1n)
    expect(page.only()).toMatchObject({ phase: "checking", hash: null, failure: null })
    expect(describeStatus(page.only()).label).toBe("Checking whether it was sent")
    const stop = page.watch()
    await page.reaches({ phase: "indexed", asked: null })
    const { value } = (await ask("eth_getTransactionByHash", [page.only().hash])) as { value: Hex }
    expect(BigInt(value)).toBe(1n)
    stop()
  })

  test("is decided after a reload, among other transactions of the wallet", async () => {
    const page = await openPage(sendAndLose)
    await ask("eth_sendTransaction", [{ from: alice, to: bob, value: "0x7" }])
    await page.send(2n)
    await ask("eth_sendTransaction", [{ from: alice, to: bob, value: "0x8" }])
    const reloaded = await openPage()
    const stop = reloaded.watch()
    await reloaded.reaches({ phase: "indexed" })
    const { value } = (await ask("eth_getTransactionByHash", [reloaded.only().hash])) as {
      value: Hex
    }
    expect(BigInt(value)).toBe(2n)
    stop()
  })

  test("of what was never sent is said only when it is certain", async () => {
    const page = await openPage(lost)
    await page.send(3n)
    const stop = page.watch()
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(page.only().phase).toBe("checking")
    stop()
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 121_000 })
    const later = await openPage()
    const stopLater = later.watch()
    await later.reaches({ phase: "failed", hash: null })
    expect(later.only().failure?.code).toBe("NOT_SENT")
    stopLater()
  })

  test("is not taken for the same payment of before", async () => {
    const first = await openPage()
    await first.send(4n)
    const page = await openPage(lost)
    await page.send(4n)
    const stop = page.watch()
    await vi.waitFor(() =>
      expect(page.list().map(({ phase }) => phase)).toEqual(["checking", "indexed"]),
    )
    stop()
  })
})

describe("a wallet that is asked", () => {
  test("is followed when the page is closed before it answers", async () => {
    let confirm = async () => {}
    const page = await openPage((send) => {
      confirm = async () => void (await send())
      return new Promise(() => {})
    })
    void page.send(5n)
    await page.reaches({ phase: "confirming" })
    const reloaded = await openPage()
    const stop = reloaded.watch()
    await reloaded.reaches({ phase: "checking" })
    await confirm()
    await reloaded.reaches({ phase: "indexed" })
    stop()
  })

  test("leaves nothing when the person declines", async () => {
    const page = await openPage(() => {
      throw Object.assign(new Error("User rejected the request."), { code: 4001 })
    })
    await expect(page.send(6n)).rejects.toThrow()
    expect(page.list()).toEqual([])
  })
})
