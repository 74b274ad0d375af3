import { expect, test } from "vitest"
import { db } from "@/lib/db"

test("Prisma and plain SQL see the same database", async () => {
  const { prisma, pool } = db()
  const project = await prisma.project.create({ data: { address: "0xabc" }, select: { id: true } })
  const { rows } = await pool.query("select id from project where address = '0xabc'")
  expect(rows).toEqual([project])
})
