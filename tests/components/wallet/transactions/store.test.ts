import { afterEach, beforeEach, describe, expect, test, vi } from "vitest"
import type * as Store from "@/components/wallet/transactions/store"
import type { StoredTransaction } from "@/components/wallet/transactions/stored-transaction"
import { FakeStorage, openTab } from "@/tests/helpers/local-storage"

const WALLET = `0x${"a".repeat(40)}`
const KEY = `atoll.transactions.31337.${WALLET}`

let storage: FakeStorage

/** A tab has its own copy of the module; the storage is the browser's. */
async function openStore() {
  vi.resetModules()
  const { hear } = openTab(storage)
  const store: typeof Store = await import("@/components/wallet/transactions/store")
  return { store, hear }
}

function transaction(id: string, change: Partial<StoredTransaction> = {}): StoredTransaction {
  return {
    id,
    chainId: 31_337,
    from: WALLET,
    name: "buy",
    title: "Buy 12.5 KELP",
    phase: "pending",
    call: { to: `0x${"b".repeat(40)}`, data: "0x1234", value: "5" },
    approval: null,
    asked: null,
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

describe("the transactions store", () => {
  test("reads and writes the format that browsers have stored so far", async () => {
    const stored =
      '[{"id":"a1","chainId":31337,"from":"WALLET","name":"buy","title":"Buy 12.5 KELP","phase":"approved","call":{"to":"0x1","data":"0x2","value":null},"approval":{"call":{"to":"0x3","data":"0x4","value":null},"hash":"0x5"},"hash":null,"nonce":null,"sync":["/api/v1/sync"],"startedAt":1,"endedAt":null,"failure":null}]'.replace(
        "WALLET",
        WALLET,
      )
    storage.setItem(KEY, stored)
    const { store } = await openStore()
    expect(store.findTransaction("a1")).toMatchObject({ phase: "approved", nonce: null })
    store.updateTransaction("a1", { nonce: 4 })
    const written = stored.replace('"nonce":null', '"nonce":4')
    expect(JSON.parse(storage.getItem(KEY) ?? "")).toMatchObject(JSON.parse(written))
  })

  test("restores every field after a reload", async () => {
    const full = transaction("t1", {
      approval: { call: { to: "0x1", data: "0x2", value: null }, hash: "0x3" },
      failure: { code: "REVERTED", sentence: "It failed.", remedy: "Try again." },
    })
    const { store } = await openStore()
    store.addTransaction(full)
    const { store: reloaded } = await openStore()
    expect(reloaded.listTransactions()).toEqual([full])
  })

  test("shows transactions of another tab, and does not overwrite them", async () => {
    const first = await openStore()
    const second = await openStore()
    second.store.addTransaction(transaction("t1"))
    vi.stubGlobal("localStorage", storage)
    // The first tab writes before it receives the storage event.
    first.store.addTransaction(transaction("t2"))
    second.hear(KEY)
    expect(first.store.listTransactions().map(({ id }) => id)).toEqual(["t2", "t1"])
    expect(second.store.listTransactions().map(({ id }) => id)).toEqual(["t2", "t1"])
  })

  test("follows changes made in another tab", async () => {
    const first = await openStore()
    first.store.addTransaction(transaction("t1"))
    const second = await openStore()
    const heard = vi.fn()
    second.store.subscribeToTransactions(heard)
    first.store.updateTransaction("t1", { phase: "indexed", endedAt: 9 })
    second.hear(KEY)
    expect(heard).toHaveBeenCalled()
    expect(second.store.findTransaction("t1")).toMatchObject({ phase: "indexed", endedAt: 9 })
  })

  test("stores forty per wallet, and drops the oldest finished ones", async () => {
    const { store } = await openStore()
    store.addTransaction(transaction("t1"))
    for (let number = 2; number <= 45; number++) {
      store.addTransaction(transaction(`t${number}`, { phase: "indexed", endedAt: number }))
    }
    const ids = store.listTransactions().map(({ id }) => id)
    expect(ids).toHaveLength(40)
    expect(ids).toContain("t1")
    expect(ids).not.toContain("t2")
    expect(ids).toContain("t45")
  })

  test("separates wallets and chains", async () => {
    const { store } = await openStore()
    const other = `0x${"d".repeat(40)}`
    store.addTransaction(transaction("t1"))
    store.addTransaction(transaction("t2", { from: other }))
    store.addTransaction(transaction("t3", { chainId: 1 }))
    const own = store.selectTransactions(store.listTransactions(), 31_337, WALLET)
    expect(own.map(({ id }) => id)).toEqual(["t1"])
    store.clearFinished(31_337, other)
    expect(store.listTransactions()).toHaveLength(3)
  })

  test("clears finished transactions, never those in progress", async () => {
    const { store } = await openStore()
    store.addTransaction(transaction("t1", { phase: "failed", endedAt: 2 }))
    store.addTransaction(transaction("t2"))
    store.clearFinished(31_337, WALLET)
    expect(store.listTransactions().map(({ id }) => id)).toEqual(["t2"])
  })

  test.each([
    ["no JSON", "{"],
    ["no array", '{"a":1}'],
    ["a transaction without its fields", '[{"id":"x","hash":"0x1"}]'],
    ["an unknown phase", JSON.stringify([{ ...transaction("t1"), phase: "dreaming" }])],
  ])("ignores %s", async (_, stored) => {
    storage.setItem(KEY, stored)
    const { store } = await openStore()
    expect(store.listTransactions()).toEqual([])
  })

  test("works without storage as long as the page is open", async () => {
    vi.spyOn(storage, "setItem").mockImplementation(() => {
      throw new Error("QuotaExceededError")
    })
    vi.spyOn(storage, "getItem").mockImplementation(() => {
      throw new Error("SecurityError")
    })
    const { store } = await openStore()
    store.addTransaction(transaction("t1"))
    store.updateTransaction("t1", { phase: "mined" })
    expect(store.findTransaction("t1")?.phase).toBe("mined")
  })
})
