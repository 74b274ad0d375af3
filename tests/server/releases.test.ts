import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { afterAll, beforeAll, expect, test } from "vitest"
import { pool } from "@/lib/db/client"
import { migrate } from "@/scripts/database/migrate.mjs"
import { buildServer } from "@/tests/helpers/built-server"

let server: Awaited<ReturnType<typeof buildServer>>
const folder = mkdtempSync(path.join(tmpdir(), "atoll-releases-"))

beforeAll(async () => {
  server = await buildServer()
}, 60_000)
afterAll(() => {
  server?.killAll()
  server?.remove()
  rmSync(folder, { recursive: true })
})

/** Without the limits of one visitor, and with those that a request has in production. */
const VARIABLES = {
  DATABASE_TIMEOUT_MS: "3500",
  RATE_LIMIT_IP: "1000000",
  RATE_LIMIT_PAGE: "1000000",
}

const WALLET = `0x${"a1".repeat(20)}`

/** Expand, then backfill: what two releases bring that follow each other. */
const RELEASES = [
  {
    "1_title": 'alter table "reef_post" add column "label" text not null default \'\';',
    "2_title_index":
      '-- migrate: outside a transaction\ncreate index concurrently "reef_post_label" on "reef_post" ("label");',
  },
  {
    "3_nonce": 'alter table "nonce" add column "origin" text;',
    "4_nonce_origin":
      "-- migrate: in batches\nupdate nonce set origin = 'page' where ctid in (select ctid from nonce where origin is null limit 20);",
    "5_nonce_index":
      '-- migrate: outside a transaction\ncreate index concurrently "nonce_origin" on "nonce" ("origin");',
  },
]

/** Requests that read and write the tables that change, to each running server in turn, until it is stopped. */
function startVisitors(addresses: string[]) {
  const failures: string[] = []
  let count = 0
  let isOver = false
  const ask = async (number: number) => {
    const base = addresses[number % addresses.length]
    const isWrite = number % 3 === 0
    const at = isWrite ? `/api/auth/nonce?address=${WALLET}` : "/api/reef/feed"
    const answer = await fetch(base + at).catch((error: Error) => error)
    count++
    if (answer instanceof Error) failures.push(`${at}: ${answer.message}`)
    else if (answer.status !== 200) failures.push(`${at}: ${answer.status} ${await answer.text()}`)
    else await answer.arrayBuffer()
  }
  const visitor = async (first: number) => {
    for (let number = first; !isOver; number += 4) await ask(number)
  }
  const visitors = Promise.all([0, 1, 2, 3].map(visitor))
  const stop = async () => {
    isOver = true
    await visitors
    return { failures, count }
  }
  return { stop }
}

/** A report or a backup, which holds the tables longer than any request waits. */
async function readFor(ms: number, table: string) {
  const client = await pool().connect()
  await client.query(`begin; select count(*) from ${table}`)
  await sleep(ms)
  await client.query("commit")
  client.release()
}

test("two releases in a row lose no request, although a reader holds the tables meanwhile", async () => {
  const servers = [await server.start(VARIABLES)]
  const addresses = servers.map(({ url }) => url)
  const visitors = startVisitors(addresses)
  for (const release of RELEASES) {
    for (const [name, sql] of Object.entries(release)) {
      mkdirSync(path.join(folder, name), { recursive: true })
      writeFileSync(path.join(folder, name, "migration.sql"), sql)
    }
    const reader = Promise.all(["reef_post", "nonce"].map((table) => readFor(5_000, table)))
    const lines: string[] = []
    await migrate(process.env.DATABASE_URL ?? "", folder, (line) => lines.push(line))
    await reader
    expect(lines.join("\n")).toMatch(/waits for transactions/)
    // The new version beside the former one, which ends when the balancer no longer sends to it.
    const next = await server.start(VARIABLES)
    expect((await fetch(`${next.url}/api/health/live`)).status).toBe(200)
    addresses.push(next.url)
    await sleep(500)
    addresses.shift()
    const former = servers.shift()
    servers.push(next)
    former?.child.kill("SIGTERM")
    expect(await former?.exited).toEqual([143, null])
  }
  const { failures, count } = await visitors.stop()
  // Who had waited for the reader would have got 503 after the time limit of a request.
  expect(failures).toEqual([])
  expect(count).toBeGreaterThan(500)
  const { rows } = await pool().query("select count(origin)::int as filled from nonce")
  expect(rows[0]?.filled).toBeGreaterThan(100)
})
