import { describe, expect, test, vi } from "vitest"
import { readSnapshot } from "@/lib/api/snapshot"
import { pool } from "@/lib/db/client"

async function positionsAround(work: () => Promise<unknown>) {
  const before = await readSnapshot()
  await work()
  return [before.snapshot, (await readSnapshot()).snapshot] as const
}

/** Other tests write to other databases of the same server; in between they do not. */
const keepsPosition = (work: () => Promise<unknown>) =>
  vi.waitFor(
    async () => {
      const [before, after] = await positionsAround(work)
      expect(after).toBe(before)
    },
    { timeout: 30_000, interval: 20 },
  )

describe("the position of the data", () => {
  test("is another after any write", async () => {
    for (const sql of [
      "insert into nonce values ('position-test', '0x', now())",
      "delete from nonce where value = 'position-test'",
    ]) {
      const [before, after] = await positionsAround(() => pool().query(sql))
      expect(Number(after)).toBeGreaterThan(Number(before))
    }
  })

  test("changes when a transaction commits, not when it writes", async () => {
    const client = await pool().connect()
    try {
      await client.query("begin")
      await keepsPosition(() =>
        client.query("insert into nonce values (gen_random_uuid()::text, '0x', now())"),
      )
      const [before, after] = await positionsAround(() => client.query("commit"))
      expect(Number(after)).toBeGreaterThan(Number(before))
    } finally {
      client.release()
    }
  })
})
