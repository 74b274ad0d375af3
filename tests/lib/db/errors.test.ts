import { sql } from "kysely"
import pg from "pg"
import { afterEach, describe, expect, test, vi } from "vitest"
import { register } from "@/instrumentation-node"
import { dbOn, pool, prisma, replacePool } from "@/lib/db/client"
import { isDatabaseBusy, isDatabaseUnavailable, isUniqueViolation } from "@/lib/db/errors"
import { createPool, type PoolOptions } from "@/lib/db/pool"
import { Prisma } from "@/lib/generated/prisma/client"
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

/** What Node.js, the driver and the pool report, by their codes or messages. */
const failures: Record<string, Error> = {
  ...Object.fromEntries(
    [
      ...["ECONNREFUSED", "ECONNRESET", "ECONNABORTED", "ETIMEDOUT", "EPIPE", "ENETUNREACH"],
      ...["EHOSTUNREACH", "ENOTFOUND", "EAI_AGAIN"],
    ].map((code) => [code, socketError(code)]),
  ),
  "each address refused": Object.assign(
    new AggregateError([socketError("ECONNREFUSED"), socketError("ECONNREFUSED")]),
    { code: "ECONNREFUSED" },
  ),
  ...Object.fromEntries(
    [
      "Connection terminated",
      "Connection terminated unexpectedly",
      "Connection terminated due to connection timeout",
      "timeout expired",
      "timeout exceeded when trying to connect",
      "Query read timeout",
      "Cannot use a pool after calling end on the pool",
      "Client has encountered a connection error and is not queryable",
      "Client was closed and is not queryable",
    ].map((message) => [message, new Error(message)]),
  ),
}

function socketError(code: string) {
  const call = /NOTFOUND|AGAIN/.test(code) ? "getaddrinfo" : "connect"
  return Object.assign(new Error(`${call} ${code}`), { code, syscall: call, errno: -1 })
}

describe.each(Object.entries(failures))("no connection because of: %s", (_, failure) => {
  test.each(Object.entries(questions))("%s", async (__, ask) => {
    const broken = usePool({ max: 1 })
    vi.spyOn(broken, "connect").mockImplementation((callback?: unknown) => {
      if (typeof callback !== "function") return Promise.reject(failure)
      callback(failure, undefined, () => {})
    })
    expect(isDatabaseUnavailable(await failureOf(ask()))).toBe(true)
  })
})

/** What PostgreSQL or a pooler before it answers, with the reason. */
const states: Record<string, string> = {
  "08000": "connection_exception",
  "08006": "connection_failure",
  "08P01": "protocol_violation, as PgBouncer says that the server is gone",
  "25006": "read_only_sql_transaction, after a failover",
  "26000": "invalid_sql_statement_name, behind a pooler that loses prepared statements",
  "42P05": "duplicate_prepared_statement, behind the same",
  "53100": "disk_full",
  "53200": "out_of_memory",
  "53300": "too_many_connections",
  "57014": "query_canceled",
  "57P01": "admin_shutdown",
  "57P02": "crash_shutdown",
  "57P03": "cannot_connect_now",
  "57P05": "idle_session_timeout",
  "58030": "io_error",
}

/** The same statement in each of the ways in which services write. */
const statements = {
  driver: (text: string) => pool().query(text),
  Prisma: (text: string) => prisma.$executeRawUnsafe(text),
  transaction: (text: string) => prisma.$transaction((tx) => tx.$executeRawUnsafe(text)),
  "query builder": (text: string) => sql.raw(text).execute(dbOn(prisma)),
}

describe.each(Object.entries(states))("the database answers %s, %s", (state) => {
  test.each(Object.entries(statements))("to the %s", async (_, run) => {
    const error = await failureOf(run(`do $$ begin raise sqlstate '${state}'; end $$`))
    expect(isDatabaseUnavailable(error)).toBe(true)
  })
})

test.each(["P1001", "P1002", "P1008", "P1017", "P2024", "P2028", "P2037"])(
  "Prisma reports %s",
  (code) => {
    const error = new Prisma.PrismaClientKnownRequestError("", { code, clientVersion: "" })
    expect(isDatabaseUnavailable(error)).toBe(true)
    const start = new Prisma.PrismaClientInitializationError("", "", code)
    expect(isDatabaseUnavailable(start)).toBe(true)
  },
)

test("a pooler's missing settings are an absence, also as another bundle's error", async () => {
  vi.resetModules()
  const { SettingsError } = await import("@/lib/db/errors")
  expect(isDatabaseUnavailable(new SettingsError(""))).toBe(true)
})

test.each(["22012", "23503", "42P01", "40001", "55P03", "P0001"])(
  "%s is no absence",
  async (state) => {
    for (const run of Object.values(statements)) {
      const error = await failureOf(run(`do $$ begin raise sqlstate '${state}'; end $$`))
      expect(isDatabaseUnavailable(error)).toBe(false)
      expect(isDatabaseBusy(error)).toBe(state === "55P03")
    }
  },
)

test("a server starts while the database is away", async () => {
  usePool({ max: 1, connectionString: "postgresql://nobody@127.0.0.1:1/none" })
  // An unhandled rejection would fail the test.
  register()
  const failure = await failureOf(prisma.blockedWallet.findMany())
  expect(isDatabaseUnavailable(failure)).toBe(true)
})

test("a failover leaves connections to a server without writes, which are not used again", async () => {
  usePool({ max: 1 })
  await pool().query("set default_transaction_read_only = on")
  const write = () =>
    prisma.$transaction((tx) => tx.blockedWallet.deleteMany({ where: { wallet: "0xnobody" } }))
  expect(isDatabaseUnavailable(await failureOf(write()))).toBe(true)
  await expect(write()).resolves.toEqual({ count: 0 })
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
