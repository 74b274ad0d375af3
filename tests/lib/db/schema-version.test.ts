import { expect, test } from "vitest"
import { pool } from "@/lib/db/client"
import { describeMissingMigrations } from "@/lib/db/schema-version"
import { migrations } from "@/lib/generated/migrations"
import { buildServer } from "@/tests/helpers/built-server"
import { call } from "@/tests/helpers/call"
import { messageOf } from "@/tests/helpers/programs"

const newest = migrations.at(-1)

test("without a migration that it needs a server is not ready, and a start is refused in one sentence", async () => {
  const reason = `The database lacks the migration ${newest}, which this version needs: run npm run migrate, or in a build node migrate.mjs`
  const { rows } = await pool().query(
    "delete from _prisma_migrations where migration_name = $1 returning *",
    [newest],
  )
  expect(await describeMissingMigrations()).toBe(reason)
  process.env.CONTRACTS = "{}"
  const ready = await call(await import("@/app/api/health/ready/route"))
  expect(ready).toMatchObject({
    status: 503,
    body: {
      status: "unavailable",
      checks: { db: { ok: true }, migrations: { ok: false, reason } },
    },
  })
  const server = await buildServer()
  try {
    const { exited, read } = await server.start()
    expect(await exited).toEqual([1, null])
    expect(messageOf(read().trim())).toBe(reason)
  } finally {
    server.killAll()
    server.remove()
  }
  // Half applied is not applied, and one of a newer version is no matter.
  const [row] = rows
  const add = (name: string, finished: Date | null) =>
    pool().query(
      "insert into _prisma_migrations (id, checksum, migration_name, finished_at) values ($1, '', $2, $3)",
      [name.slice(-36), name, finished],
    )
  await add(row.migration_name, null)
  expect(await describeMissingMigrations()).toBe(reason)
  await pool().query("update _prisma_migrations set finished_at = now()")
  await add("29990101000000_later", new Date())
  expect(await describeMissingMigrations()).toBeNull()
})

test("a database without any is said to lack the first", async () => {
  const { vi } = await import("vitest")
  vi.resetModules()
  await pool().query("alter table _prisma_migrations rename to elsewhere")
  const fresh = await import("@/lib/db/schema-version")
  expect(await fresh.describeMissingMigrations()).toContain(
    `${migrations[0]} and ${migrations.length - 1} more`,
  )
  await pool().query("alter table elsewhere rename to _prisma_migrations")
})
