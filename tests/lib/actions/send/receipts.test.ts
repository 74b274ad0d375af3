import { type PublicClient, TransactionReceiptNotFoundError } from "viem"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { awaitReceipt } from "@/lib/actions/send/receipts"

const hashOf = (place: number) => `0x${`${place}`.padStart(64, "0")}` as const

/** A node that mines nothing before a time, and counts what it is asked. */
function createNode(minedAt = Number.POSITIVE_INFINITY) {
  const requestTimes: number[] = []
  let most = 0
  let now = 0
  const getTransactionReceipt = async ({ hash }: { hash: `0x${string}` }) => {
    requestTimes.push(Date.now())
    most = Math.max(most, ++now)
    await new Promise((resolve) => setTimeout(resolve, 20))
    now--
    if (Date.now() < minedAt) throw new TransactionReceiptNotFoundError({ hash })
    return { transactionHash: hash }
  }
  const client = { getTransactionReceipt } as unknown as PublicClient
  return { client, requestTimes, most: () => most }
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test("asks less and less for what is not mined, once for all that wait for it", async () => {
  const { client, requestTimes } = createNode()
  const deadline = Date.now() + 30_000
  const waiting = Array.from({ length: 20 }, () => awaitReceipt(client, hashOf(1), deadline))
  await vi.advanceTimersByTimeAsync(31_000)
  expect(await Promise.all(waiting)).toEqual(Array(20).fill(null))
  expect(requestTimes.length).toBeLessThan(25)
  const pauses = requestTimes.slice(1).map((time, place) => time - (requestTimes[place] ?? 0))
  expect(pauses.at(-1)).toBeGreaterThan(5 * (pauses[0] ?? 0))
  const before = requestTimes.length
  await vi.advanceTimersByTimeAsync(60_000)
  expect(requestTimes).toHaveLength(before)
})

test("asks for few at a time, however many wait", async () => {
  const { client, most } = createNode(Date.now() + 2_000)
  const deadline = Date.now() + 30_000
  const waiting = Array.from({ length: 200 }, (_, place) =>
    awaitReceipt(client, hashOf(place), deadline),
  )
  await vi.advanceTimersByTimeAsync(20_000)
  expect((await Promise.all(waiting)).map((receipt) => receipt?.transactionHash)).toEqual(
    waiting.map((_, place) => hashOf(place)),
  )
  expect(most()).toBeLessThanOrEqual(10)
})

test("answers soon after the block", async () => {
  const start = Date.now()
  const { client } = createNode(start + 1_000)
  const receipt = awaitReceipt(client, hashOf(3), start + 30_000).then(() => Date.now())
  await vi.advanceTimersByTimeAsync(5_000)
  expect(await receipt).toBeLessThan(start + 1_800)
})
