import {
  type TransactionReceipt,
  TransactionReceiptNotFoundError,
  WaitForTransactionReceiptTimeoutError,
} from "viem"
import { expect, test, vi } from "vitest"
import { waitForReceipt } from "@/scripts/local/wait-for-receipt"

const hash = `0x${"ab".repeat(32)}` as const
const unknown = () => Promise.reject(new TransactionReceiptNotFoundError({ hash }))
const outage = () => Promise.reject(new Error("The node is away"))

test("a receipt is asked for again although no block follows, and through an outage", async () => {
  const receipt = { transactionHash: hash } as TransactionReceipt
  const answers = [unknown, outage, unknown, () => Promise.resolve(receipt)]
  const getTransactionReceipt = vi.fn(() => (answers.shift() ?? unknown)())
  expect(await waitForReceipt({ getTransactionReceipt }, hash)).toBe(receipt)
  expect(getTransactionReceipt.mock.calls).toEqual(Array(4).fill([{ hash }]))
})

test("is not waited for forever, and the node's own failure is told", async () => {
  const late = waitForReceipt({ getTransactionReceipt: unknown }, hash, 30)
  await expect(late).rejects.toThrow(WaitForTransactionReceiptTimeoutError)
  const away = waitForReceipt({ getTransactionReceipt: outage }, hash, 30)
  await expect(away).rejects.toThrow("The node is away")
})
