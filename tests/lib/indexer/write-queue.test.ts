import { setImmediate as nextTurn } from "node:timers/promises"
import { describe, expect, test } from "vitest"
import { emptyEventRows, type TransferRow } from "@/lib/events/event-rows"
import { WriteQueue, type Writing } from "@/lib/indexer/write-queue"

const WALLET = `0x${"1".repeat(40)}`

function writingOf(block: number, ids: readonly number[], hash = `0x${block}`): Writing {
  const transfer = ids.map(
    (id): TransferRow => ({
      ...{ id, txId: id, token: WALLET, from: WALLET, to: WALLET, value: 1n, time: block },
    }),
  )
  const transactions = ids.map((id) => ({
    ...{ id, chainId: 1, hash: `0x${id}`, blockNumber: block, blockHash: hash, time: block },
  }))
  return {
    ...{ eventRows: { ...emptyEventRows(), transfer }, transactions, unreadable: [] },
    headers: [{ number: block, hash, parentHash: "0x", time: block }],
  }
}

/** A queue whose transactions wait for `open`, and what each of them was given. */
function createQueue(fail: (batch: Writing) => Error | null = () => null, concernsAll = false) {
  const stored: Writing[] = []
  let open = () => {}
  const gate = new Promise<void>((resolve) => {
    open = resolve
  })
  const queue = new WriteQueue(
    async (batch) => {
      stored.push(batch)
      await gate
      const error = fail(batch)
      if (error) throw error
    },
    () => concernsAll,
  )
  return { queue, stored, open }
}

const idsOf = (batch: Writing | undefined) => batch?.eventRows.transfer.map(({ id }) => id)

test("callers of one turn of the event loop share the first transaction", async () => {
  const { queue, stored, open } = createQueue()
  const all = [queue.add(writingOf(1, [10])), queue.add(writingOf(2, [20]))]
  open()
  await Promise.all(all)
  expect(stored.map(idsOf)).toEqual([[10, 20]])
})

describe("callers during a transaction", () => {
  test("share a transaction, which holds each row once", async () => {
    const { queue, stored, open } = createQueue()
    const first = queue.add(writingOf(1, [10]))
    await nextTurn()
    const others = [queue.add(writingOf(2, [20, 21])), queue.add(writingOf(2, [21, 22]))]
    expect(stored).toHaveLength(1)
    open()
    await Promise.all([first, ...others])
    expect(stored).toHaveLength(2)
    expect(idsOf(stored[1])).toEqual([20, 21, 22])
    expect(stored[1]?.transactions.map(({ id }) => id)).toEqual([20, 21, 22])
    expect(stored[1]?.headers).toHaveLength(1)
  })

  test("who saw different blocks of one height do not", async () => {
    const { queue, stored, open } = createQueue()
    const first = queue.add(writingOf(1, [10]))
    await nextTurn()
    const others = [queue.add(writingOf(2, [20], "0xa")), queue.add(writingOf(2, [21], "0xb"))]
    open()
    await Promise.all([first, ...others])
    expect(stored.map(idsOf)).toEqual([[10], [20], [21]])
  })

  test("are served alone when one of them makes the transaction fail", async () => {
    const { queue, stored, open } = createQueue((batch) =>
      idsOf(batch)?.includes(21) ? new Error("impossible value") : null,
    )
    const first = queue.add(writingOf(1, [10]))
    await nextTurn()
    const others = [queue.add(writingOf(2, [20])), queue.add(writingOf(2, [21]))]
    open()
    const [good, bad] = await Promise.allSettled(others)
    await first
    expect(good?.status).toBe("fulfilled")
    expect(bad).toMatchObject({ status: "rejected", reason: { message: "impossible value" } })
    expect(stored.map(idsOf)).toEqual([[10], [20, 21], [20], [21]])
  })

  test("are all told of a failure that concerns all, without another try", async () => {
    const busy = new Error("no lock")
    const { queue, stored, open } = createQueue(
      (batch) => (idsOf(batch)?.includes(10) ? null : busy),
      true,
    )
    const first = queue.add(writingOf(1, [10]))
    await nextTurn()
    const others = [queue.add(writingOf(2, [20])), queue.add(writingOf(2, [21]))]
    open()
    const settled = await Promise.allSettled(others)
    await first
    expect(settled.map((each) => each.status === "rejected" && each.reason)).toEqual([busy, busy])
    expect(stored).toHaveLength(2)
  })

  test("after a failure are served as before", async () => {
    const { queue, open } = createQueue((batch) =>
      idsOf(batch)?.includes(10) ? new Error("no") : null,
    )
    open()
    await expect(queue.add(writingOf(1, [10]))).rejects.toThrow("no")
    await expect(queue.add(writingOf(2, [20]))).resolves.toBeUndefined()
  })
})
