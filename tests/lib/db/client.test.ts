import { expect, test } from "vitest"
import { db, dbOn, pool, prisma, transaction } from "@/lib/db/client"

test("Prisma, the query builder and plain SQL see the same database", async () => {
  const project = await prisma().project.create({
    data: { address: "0xabc" },
    select: { id: true },
  })
  const { rows } = await pool().query("select id from project where address = '0xabc'")
  expect(rows).toEqual([project])
  const found = db.selectFrom("project").select("id").where("address", "=", "0xabc")
  expect(await found.execute()).toEqual([project])
})

test("the query builder on a transaction's connection is undone with it", async () => {
  const broken = transaction(async (client) => {
    await dbOn(client).insertInto("project").values({ address: "0xdef" }).execute()
    throw new Error("broken off")
  })
  await expect(broken).rejects.toThrow("broken off")
  const found = db.selectFrom("project").select("id").where("address", "=", "0xdef")
  expect(await found.execute()).toEqual([])
})
