import { sql } from "kysely"
import { expect, test } from "vitest"
import { db, dbOn, pool, prisma, transaction } from "@/lib/db/client"
import { statement } from "@/lib/db/statement"

test("Prisma, the query builder and plain SQL see the same database", async () => {
  const project = await prisma.project.create({
    data: { address: "0xabc" },
    select: { id: true },
  })
  const { rows } = await pool().query("select id from project where address = '0xabc'")
  expect(rows).toEqual([project])
  const query = db.selectFrom("project").select("id").where("address", "=", "0xabc")
  expect(await query.execute()).toEqual([project])
})

test("the query builder on a transaction's connection is undone with it", async () => {
  const broken = transaction(async (client) => {
    await dbOn(client).insertInto("project").values({ address: "0xdef" }).execute()
    throw new Error("broken off")
  })
  await expect(broken).rejects.toThrow("broken off")
  const query = db.selectFrom("project").select("id").where("address", "=", "0xdef")
  expect(await query.execute()).toEqual([])
})

const findByAddress = statement({ address: "text" }, ({ address }) =>
  db.selectFrom("project").select("address").where("address", "=", address),
)

test("models, query builder and compiled statements of a transaction are undone together", async () => {
  const broken = prisma.$transaction(async (tx) => {
    await tx.project.create({ data: { address: "0x111" } })
    const own = dbOn(tx).selectFrom("project").select("address").where("address", "=", "0x111")
    expect(await own.execute()).toEqual([{ address: "0x111" }])
    expect(await findByAddress({ address: "0x111" }, tx)).toEqual([{ address: "0x111" }])
    expect(await findByAddress({ address: "0x111" })).toEqual([])
    const changed = dbOn(tx).updateTable("project").set({ description: "Kelp" })
    const { numUpdatedRows } = await changed.where("address", "=", "0x111").executeTakeFirst()
    expect(numUpdatedRows).toBe(1n)
    throw new Error("broken off")
  })
  await expect(broken).rejects.toThrow("broken off")
  expect(await prisma.project.count({ where: { address: "0x111" } })).toBe(0)
})

test("the query builder gives columns the same types on Prisma and on the driver", async () => {
  const values = [
    sql`9007199254740993::bigint`.as("integer"),
    sql`123456789012345678901234567890::numeric(78, 0)`.as("numeric"),
    sql`0.0000001::numeric`.as("fraction"),
    sql`'\\x00ff'::bytea`.as("bytes"),
    sql`timestamptz '2026-01-31T12:00:00.5+02'`.as("time"),
    sql`array[1, 2]::bigint[]`.as("list"),
    sql`'{"a": [1]}'::jsonb`.as("json"),
    sql`null::bigint`.as("none"),
  ]
  const row = await db.selectNoFrom(values).executeTakeFirstOrThrow()
  const same = await prisma.$transaction((tx) =>
    dbOn(tx).selectNoFrom(values).executeTakeFirstOrThrow(),
  )
  expect(same).toEqual(row)
  expect(row).toMatchObject({ integer: "9007199254740993", bytes: Buffer.from([0, 255]) })
})

test("times are those of UTC, whatever zone the database has", async () => {
  const { rows } = await pool().query("select current_database() as name")
  await pool().query(`alter database "${rows[0].name}" set timezone to 'Asia/Tokyo'`)
  const expiresAt = new Date("2026-01-31T12:00:00.500Z")
  await prisma.nonce.create({ data: { value: "tokyo", address: "0x1", expiresAt } })
  const stored = await db.selectFrom("nonce").select("expires_at").executeTakeFirstOrThrow()
  expect(stored.expires_at).toEqual(expiresAt)
  expect((await prisma.nonce.findFirstOrThrow()).expiresAt).toEqual(expiresAt)
})

test("transactions at the same time keep their connections apart", async () => {
  const pidOf = sql<{ pid: number }>`select pg_backend_pid() as pid`
  const connections = await Promise.all(
    [1, 2, 3].map(() =>
      prisma.$transaction(async (tx) => {
        const first = (await pidOf.execute(dbOn(tx))).rows
        await tx.$executeRaw`select pg_sleep(0.1)`
        expect((await pidOf.execute(dbOn(tx))).rows).toEqual(first)
        expect(await tx.$queryRaw`select pg_backend_pid() as pid`).toEqual(first)
        return first[0]?.pid
      }),
    ),
  )
  expect(new Set(connections).size).toBe(3)
})
