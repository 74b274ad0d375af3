import pg from "pg"
import { afterEach, describe, expect, test } from "vitest"
import { dbOn, pool, prisma, replacePool } from "@/lib/db/client"
import { isDatabaseUnavailable, isUniqueViolation } from "@/lib/db/errors"
import { createPool, type PoolOptions } from "@/lib/db/pool"
import { startDatabaseProxy } from "@/tests/helpers/database-proxy"

const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => {
      throw new Error("It did not fail")
    },
    (error: unknown) => error,
  )

/** The same question in each of the ways in which services ask Prisma. */
const questions = {
  model: () => prisma.blockedWallet.findMany(),
  transaction: () => prisma.$transaction((tx) => tx.blockedWallet.findMany()),
  "plain SQL": () => prisma.$queryRaw`select 1`,
  "query builder": () => dbOn(prisma).selectFrom("blocked_wallet").selectAll().execute(),
}

let restore = () => {}
afterEach(() => restore())

function usePool(options: PoolOptions) {
  const replaced = createPool(options)
  restore = replacePool(replaced)
  return replaced
}

describe.each(Object.entries(questions))("the database is away for a %s", (_, ask) => {
  test("when nobody listens at its address", async () => {
    usePool({ max: 1, connectionString: "postgresql://nobody@127.0.0.1:1/none" })
    expect(isDatabaseUnavailable(await failureOf(ask()))).toBe(true)
  })

  test("when it falls silent", async () => {
    const proxy = await startDatabaseProxy(process.env.DATABASE_URL ?? "")
    usePool({ max: 1, connectionString: proxy.url, timeoutMs: 800 })
    await ask()
    proxy.silence()
    expect(isDatabaseUnavailable(await failureOf(ask()))).toBe(true)
    await proxy.stop()
  })

  test("when no connection becomes free in time", async () => {
    const busy = usePool({ max: 1, timeoutMs: 800 })
    const holder = await busy.connect()
    expect(isDatabaseUnavailable(await failureOf(ask()))).toBe(true)
    holder.release()
    await ask()
    await busy.end()
  })
})

test("a statement that takes too long counts as away", async () => {
  const slow = failureOf(
    prisma.$transaction(async (tx) => {
      await tx.$executeRaw`set local statement_timeout = 20`
      await tx.$executeRaw`select pg_sleep(1)`
    }),
  )
  expect(isDatabaseUnavailable(await slow)).toBe(true)
})

test("a transaction whose connection is lost counts as away and gives it back", async () => {
  const lost = failureOf(
    prisma.$transaction(async (tx) => {
      const [row] = await tx.$queryRaw<{ pid: number }[]>`select pg_backend_pid() as pid`
      await pool().query("select pg_terminate_backend($1)", [row?.pid])
      await tx.$executeRaw`select pg_sleep(1)`
    }),
  )
  expect(isDatabaseUnavailable(await lost)).toBe(true)
  expect(pool().totalCount).toBe(pool().idleCount)
})

test("a value that only one row may have, however it was written", async () => {
  const row = { wallet: "0xtaken", blockedBy: "0xadmin" }
  await prisma.blockedWallet.create({ data: row })
  const insert = "insert into blocked_wallet (wallet, blocked_by) values ('0xtaken', '0xadmin')"
  const writes = [
    () => prisma.blockedWallet.create({ data: row }),
    () => prisma.$executeRawUnsafe(insert),
    () =>
      dbOn(prisma)
        .insertInto("blocked_wallet")
        .values({ wallet: "0xtaken", blocked_by: "0xadmin" })
        .execute(),
    () => pool().query(insert),
  ]
  for (const write of writes) {
    const error = await failureOf(write())
    expect(isUniqueViolation(error)).toBe(true)
    expect(isDatabaseUnavailable(error)).toBe(false)
  }
  expect(isUniqueViolation(await failureOf(pool().query("select nothing")))).toBe(false)
  expect(isUniqueViolation(new pg.DatabaseError("other", 0, "error"))).toBe(false)
})
