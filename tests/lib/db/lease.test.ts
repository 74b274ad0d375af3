import type { ClientBase } from "pg"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { pool, writers } from "@/lib/db/client"
import { LeaseLostError } from "@/lib/db/errors"
import { awaitLease, type Lease, tryLease } from "@/lib/db/lease"
import { bindToLease, underLease, withWriteLock } from "@/lib/db/write-lock"

const held: Lease[] = []

async function take(name = "work"): Promise<Lease> {
  const lease = await tryLease(name)
  if (!lease) throw new Error("The lease is taken")
  held.push(lease)
  return lease
}

const readLease = async () =>
  (await pool().query("select fence::int, expires_at > clock_timestamp() as valid from lease"))
    .rows[0]

/** As if the holder had not renewed it. */
const expire = () => pool().query("update lease set expires_at = clock_timestamp()")

beforeEach(async () => {
  await pool().query("delete from lease")
  await pool().query("create table if not exists noted (line text)")
  await pool().query("delete from noted")
})
afterEach(async () => {
  vi.useRealTimers()
  await Promise.all(held.splice(0).map((lease) => lease.release()))
})

const notes = async () =>
  (await pool().query<{ line: string }>("select line from noted order by line")).rows.map(
    ({ line }) => line,
  )

/** Lends a connection whose transactions belong to the lease. */
async function withBound<T>(lease: Lease, work: (client: ClientBase) => Promise<T>): Promise<T> {
  const client = await writers().connect()
  bindToLease(client, lease)
  try {
    return await work(client)
  } finally {
    client.release(true)
  }
}

const note = (client: ClientBase, line: string) =>
  client.query("insert into noted values ($1)", [line])

test("of many that try at once, one takes it; of many that find it expired, one takes it over", async () => {
  const tryAll = async () =>
    (await Promise.all(Array.from({ length: 8 }, () => tryLease("work")))).filter(
      (lease) => lease !== null,
    )
  const first = await tryAll()
  held.push(...first)
  expect(first).toHaveLength(1)
  expect(await readLease()).toEqual({ fence: 1, valid: true })
  expect(await tryAll()).toEqual([])
  await expire()
  const second = await tryAll()
  held.push(...second)
  expect(second).toHaveLength(1)
  expect(await readLease()).toEqual({ fence: 2, valid: true })
})

test("a release lets the next one take over at once, and leaves other leases alone", async () => {
  const lease = await take()
  const other = await take("other work")
  const next = awaitLease("work", new AbortController().signal)
  await lease.release()
  const started = performance.now()
  const taken = await next
  if (taken) held.push(taken)
  expect(performance.now() - started).toBeLessThan(1_500)
  await expect(lease.check()).rejects.toThrow(LeaseLostError)
  await taken?.check()
  await other.check()
  const stop = new AbortController()
  const waiting = awaitLease("work", stop.signal)
  stop.abort()
  expect(await waiting).toBeNull()
})

test("a holder renews it", async () => {
  const lease = await take()
  const expiry = async () =>
    (await pool().query("select expires_at from lease")).rows[0]?.expires_at as Date
  const before = await expiry()
  await vi.waitFor(async () => expect((await expiry()).getTime()).toBeGreaterThan(+before), 5_000)
  await lease.check()
})

test("a wrong clock of the host matters to nobody", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 86_400_000 })
  const lease = await take()
  vi.setSystemTime(Date.now() - 30 * 86_400_000)
  expect(await tryLease("work")).toBeNull()
  await lease.check()
  await withBound(lease, (client) => withWriteLock(client, () => note(client, "written")))
  expect(await notes()).toEqual(["written"])
})

test("a clock of the database that was set back lets nobody wait for a dead holder", async () => {
  const lease = await take()
  const expireIn = (time: string) =>
    pool().query("update lease set expires_at = clock_timestamp() + $1::interval", [time])
  await expireIn("50 seconds")
  expect(await tryLease("work")).toBeNull()
  await expireIn("1 hour")
  const next = await take()
  await next.check()
  await expect(lease.check()).rejects.toThrow(LeaseLostError)
  expect(await readLease()).toEqual({ fence: 2, valid: true })
})

test("who has lost it writes nothing any more, with the lock and without", async () => {
  const lease = await take()
  await expire()
  await withBound(lease, async (client) => {
    const writing = () => note(client, "late")
    await expect(withWriteLock(client, writing)).rejects.toThrow(LeaseLostError)
    const next = await take()
    await expect(withWriteLock(client, writing)).rejects.toThrow(LeaseLostError)
    await expect(underLease(client, writing)).rejects.toThrow(LeaseLostError)
    await expect(lease.check()).rejects.toThrow(LeaseLostError)
    expect(lease.lost.aborted).toBe(true)
    // Releasing what is lost takes nothing from the next.
    await lease.release()
    await next.check()
    await withBound(next, (other) => underLease(other, () => note(other, "in time")))
  })
  expect(await notes()).toEqual(["in time"])
})

test("a holder whose lease was taken over is told without asking", async () => {
  const lease = await take()
  await pool().query("update lease set fence = fence + 1, holder = 'another'")
  await vi.waitFor(() => expect(lease.lost.aborted).toBe(true), 5_000)
})

test("the same fence of another holder, as after a failover that lost a taking, is another lease", async () => {
  const lease = await take()
  await pool().query("update lease set holder = 'another'")
  await withBound(lease, async (client) => {
    await expect(withWriteLock(client, () => note(client, "late"))).rejects.toThrow(LeaseLostError)
  })
})

test("nobody takes it over before a transaction that has checked it ends; a renewal does not wait for that", async () => {
  const lease = await take()
  await withBound(lease, (client) =>
    withWriteLock(client, async () => {
      await note(client, "under way")
      await pool().query("update lease set expires_at = expires_at + interval '1 second'")
      await expire()
      expect(await tryLease("work")).toBeNull()
    }),
  )
  expect(await notes()).toEqual(["under way"])
  await take()
})

test("the check is sent with the begin of a transaction", async () => {
  const lease = await take()
  const count = async (client: ClientBase) => {
    const sent = vi.spyOn(client, "query")
    await withWriteLock(client, () => note(client, "counted"))
    return sent.mock.calls.length
  }
  const client = await writers().connect()
  const without = await count(client)
  client.release(true)
  expect(await withBound(lease, count)).toBe(without)
})
