import { createClient, custom, encodeErrorResult, type Hex, numberToHex } from "viem"
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest"
import {
  addTransaction,
  findTransaction,
  removeTransaction,
} from "@/components/wallet/transactions/store"
import type { StoredTransaction } from "@/components/wallet/transactions/stored-transaction"
import { watchTransactions } from "@/components/wallet/transactions/watch"
import { errorsAbi } from "@/lib/chain/generated/errors"
import { FakeStorage, openTab } from "@/tests/helpers/local-storage"

const FROM = `0x${"a".repeat(40)}` as const
const TO = `0x${"b".repeat(40)}` as const
const HASH: Hex = `0x${"1".repeat(64)}`
const OTHER: Hex = `0x${"2".repeat(64)}`

const stored: StoredTransaction = {
  id: "t1",
  chainId: 31_337,
  from: FROM,
  name: "buy",
  title: "Buy 12.5 KELP",
  phase: "pending",
  call: { to: TO, data: "0x1234", value: null },
  approval: null,
  asked: null,
  hash: HASH,
  nonce: 7,
  sync: ["/api/v1/sync"],
  startedAt: 1,
  endedAt: null,
  failure: null,
}

type Mined = { hash: Hex; to?: Hex; input?: Hex; status?: "0x0" | "0x1" }

/** A node with one block, number 9, which contains this transaction with nonce 7. */
function node({ hash, to = TO, input = "0x1234", status = "0x1" }: Mined) {
  const data = encodeErrorResult({ abi: errorsAbi, errorName: "CooldownActive", args: [1n] })
  const request = async ({ method, params }: { method: string; params?: unknown }) => {
    const [first, second] = Array.isArray(params) ? params : []
    switch (method) {
      case "eth_getTransactionReceipt":
        return first === hash
          ? { transactionHash: hash, status, blockNumber: "0x9", logs: [] }
          : null
      case "eth_getTransactionCount":
        return second === "latest" || Number(second) >= 9 ? "0x8" : "0x7"
      case "eth_blockNumber":
        return "0xa"
      case "eth_getBlockByNumber":
        return {
          number: first,
          transactions: [
            { hash, from: FROM, to, input, type: "0x2", value: "0x0", nonce: numberToHex(7) },
          ],
        }
      case "eth_call":
        throw Object.assign(new Error("execution reverted"), { code: 3, data })
      default:
        throw new Error(method)
    }
  }
  return createClient({ transport: custom({ request }, { retryCount: 0 }) })
}

const service = vi.fn<typeof fetch>()

function follow(mined: Mined, what: StoredTransaction = stored) {
  addTransaction(what)
  return watchTransactions({ client: node(mined), chainId: 31_337, onChange: () => {} })
}

const reaches = (expected: Partial<StoredTransaction>) =>
  vi.waitFor(() => expect(findTransaction("t1")).toMatchObject(expected), { timeout: 20_000 })

let stop = () => {}

beforeEach(() => {
  openTab(new FakeStorage())
  vi.stubGlobal("fetch", service)
  service.mockImplementation(async () => Response.json({ success: true }))
})
afterEach(() => {
  stop()
  removeTransaction("t1")
  service.mockReset()
  vi.unstubAllGlobals()
})

describe("a stored transaction", () => {
  test("is watched until mined and indexed", async () => {
    stop = follow({ hash: HASH })
    await reaches({ phase: "indexed", hash: HASH })
    expect(findTransaction("t1")?.endedAt).not.toBeNull()
    expect(service).toHaveBeenCalledExactlyOnceWith(
      "/api/v1/sync",
      expect.objectContaining({ body: JSON.stringify({ txHash: HASH }) }),
    )
  })

  test("continues with its new hash when the wallet reprices it", async () => {
    stop = follow({ hash: OTHER })
    await reaches({ phase: "indexed", hash: OTHER })
  })

  test("ends as cancelled, with a sentence", async () => {
    stop = follow({ hash: OTHER, to: FROM, input: "0x" })
    await reaches({ phase: "cancelled", hash: OTHER })
    expect(findTransaction("t1")?.failure?.sentence).toBe(
      "You cancelled the transaction in your wallet.",
    )
  })

  test("ends as replaced when another transaction used its nonce", async () => {
    stop = follow({ hash: OTHER, input: "0x9999" })
    await reaches({ phase: "replaced", hash: OTHER })
    expect(service).not.toHaveBeenCalled()
  })

  test("stores the contract's reason of a revert", async () => {
    stop = follow({ hash: HASH, status: "0x0" })
    await reaches({ phase: "failed" })
    expect(findTransaction("t1")?.failure).toMatchObject({
      code: "CooldownActive",
      sentence: "This wallet has claimed within the last 24 hours.",
    })
  })

  test("ends as mined when the service refuses to index it", async () => {
    service.mockImplementation(async () =>
      Response.json({ error: "no", code: "VALIDATION_FAILED" }, { status: 400 }),
    )
    stop = follow({ hash: HASH })
    await vi.waitFor(() => expect(findTransaction("t1")?.endedAt).not.toBeNull(), {
      timeout: 20_000,
    })
    expect(findTransaction("t1")?.phase).toBe("mined")
  })

  test("waits for the user after its approval", async () => {
    const approval = { call: { to: TO, data: "0x1234", value: null }, hash: HASH }
    stop = follow({ hash: HASH }, { ...stored, phase: "approving", hash: null, approval })
    await reaches({ phase: "approved", nonce: null, endedAt: null })
    expect(service).not.toHaveBeenCalled()
  })

  test("of another chain is not watched", async () => {
    stop = follow({ hash: HASH }, { ...stored, chainId: 1 })
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(findTransaction("t1")?.phase).toBe("pending")
  })
})
