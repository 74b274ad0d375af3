import { afterEach, beforeEach, describe, expect, test, vi } from "vitest"
import type * as Tray from "@/components/wallet/transactions/store"
import { FakeStorage, openTab } from "@/tests/helpers/local-storage"

const WALLET = `0x${"a".repeat(40)}`
const KEY = `atoll.transactions.31337.${WALLET}`

let storage: FakeStorage

/** A tab has its own copy of the module; the storage is the browser's. */
async function tab() {
  vi.resetModules()
  const { hear } = openTab(storage)
  const tray: typeof Tray = await import("@/components/wallet/transactions/store")
  // It listens from the first look on.
  tray.listTransactions()
  return { tray, hear }
}

function entry(id: string, change: Partial<Tray.StoredTransaction> = {}): Tray.StoredTransaction {
  return {
    id,
    chainId: 31_337,
    from: WALLET,
    name: "buy",
    title: "Buy 12.5 KELP",
    phase: "pending",
    call: { to: `0x${"b".repeat(40)}`, data: "0x1234", value: "5" },
    approval: null,
    hash: `0x${"c".repeat(64)}`,
    nonce: 3,
    sync: ["/api/v1/sync"],
    startedAt: Number(id.replace(/\D/g, "")) || 1,
    endedAt: null,
    failure: null,
    ...change,
  }
}

beforeEach(() => {
  storage = new FakeStorage()
})
afterEach(() => vi.unstubAllGlobals())

describe("the tray", () => {
  test("brings back after a reload what was kept, to the last field", async () => {
    const full = entry("t1", {
      approval: { call: { to: "0x1", data: "0x2", value: null }, hash: "0x3" },
      failure: { code: "REVERTED", sentence: "It failed.", remedy: "Try again." },
    })
    const { tray } = await tab()
    tray.addTransaction(full)
    const { tray: reloaded } = await tab()
    expect(reloaded.listTransactions()).toEqual([full])
  })

  test("shows what another tab writes, and does not overwrite it", async () => {
    const first = await tab()
    const second = await tab()
    second.tray.addTransaction(entry("t1"))
    vi.stubGlobal("localStorage", storage)
    // The event is not there yet, and the first tab writes.
    first.tray.addTransaction(entry("t2"))
    second.hear(KEY)
    expect(first.tray.listTransactions().map(({ id }) => id)).toEqual(["t2", "t1"])
    expect(second.tray.listTransactions().map(({ id }) => id)).toEqual(["t2", "t1"])
  })

  test("follows the steps which another tab takes", async () => {
    const first = await tab()
    first.tray.addTransaction(entry("t1"))
    const second = await tab()
    const heard = vi.fn()
    second.tray.subscribeToTransactions(heard)
    first.tray.updateTransaction("t1", { phase: "indexed", endedAt: 9 })
    second.hear(KEY)
    expect(heard).toHaveBeenCalled()
    expect(second.tray.findTransaction("t1")).toMatchObject({ phase: "indexed", endedAt: 9 })
  })

  test("keeps forty per wallet, and drops the oldest that have ended", async () => {
    const { tray } = await tab()
    tray.addTransaction(entry("t1"))
    for (let number = 2; number <= 45; number++) {
      tray.addTransaction(entry(`t${number}`, { phase: "indexed", endedAt: number }))
    }
    const ids = tray.listTransactions().map(({ id }) => id)
    expect(ids).toHaveLength(40)
    expect(ids).toContain("t1")
    expect(ids).not.toContain("t2")
    expect(ids).toContain("t45")
  })

  test("keeps wallets and chains apart", async () => {
    const { tray } = await tab()
    const other = `0x${"d".repeat(40)}`
    tray.addTransaction(entry("t1"))
    tray.addTransaction(entry("t2", { from: other }))
    tray.addTransaction(entry("t3", { chainId: 1 }))
    const own = tray.selectTransactions(tray.listTransactions(), 31_337, WALLET)
    expect(own.map(({ id }) => id)).toEqual(["t1"])
    tray.clearFinished(31_337, other)
    expect(tray.listTransactions()).toHaveLength(3)
  })

  test("forgets what has ended when asked to, and never what is under way", async () => {
    const { tray } = await tab()
    tray.addTransaction(entry("t1", { phase: "failed", endedAt: 2 }))
    tray.addTransaction(entry("t2"))
    tray.clearFinished(31_337, WALLET)
    expect(tray.listTransactions().map(({ id }) => id)).toEqual(["t2"])
  })

  test.each([
    ["no JSON", "{"],
    ["no list", '{"a":1}'],
    ["an entry of an earlier version", '[{"id":"x","hash":"0x1"}]'],
    ["an unknown phase", JSON.stringify([{ ...entry("t1"), phase: "dreaming" }])],
  ])("passes over %s", async (_, stored) => {
    storage.setItem(KEY, stored)
    const { tray } = await tab()
    expect(tray.listTransactions()).toEqual([])
  })

  test("works for as long as the page lives where storage is forbidden", async () => {
    vi.spyOn(storage, "setItem").mockImplementation(() => {
      throw new Error("QuotaExceededError")
    })
    vi.spyOn(storage, "getItem").mockImplementation(() => {
      throw new Error("SecurityError")
    })
    const { tray } = await tab()
    tray.addTransaction(entry("t1"))
    tray.updateTransaction("t1", { phase: "mined" })
    expect(tray.findTransaction("t1")?.phase).toBe("mined")
  })
})
