import { afterAll, beforeEach, describe, expect, test } from "vitest"
import * as missingRoute from "@/app/api/internal/operator/missing-states/route"
import * as stateRoute from "@/app/api/internal/operator/route"
import * as unreadableRoute from "@/app/api/internal/operator/unreadable-logs/route"
import { countRequest, readQuotas } from "@/lib/api/rate-limit"
import { countRefusals } from "@/lib/api/refusals"
import { pool } from "@/lib/db/client"
import { createAccount, createApiKey, createSession } from "@/tests/helpers/auth"
import { type Credentials, call } from "@/tests/helpers/call"
import { addressOf, hashOf, insertTx } from "@/tests/helpers/rows"

const account = createAccount()
process.env.ADMIN_WALLETS = account.address

const TABLES = [
  ...["points_due", "creation_due", "agent_record_due", "token_reading", "faucet_payout"],
  ...["lease", "job_run", "index_failure", "keeper_status", "unreadable_log", "missing_state"],
]

async function emptyAll() {
  for (const table of TABLES) await pool().query(`delete from ${table}`)
}

let as: Credentials
let adminKey: Credentials | undefined

beforeEach(async () => {
  await emptyAll()
  as = await createSession({ account })
})
afterAll(emptyAll)

const read = async () => (await call(stateRoute, { as })).body

describe("who may read", () => {
  test.each([
    ["state", (who?: Credentials) => call(stateRoute, who && { as: who })],
    ["unreadable logs", (who?: Credentials) => call(unreadableRoute, who && { as: who })],
    ["missing states", (who?: Credentials) => call(missingRoute, who && { as: who })],
  ])("%s: admins alone, by session and by key; nothing of it for others", async (_, ask) => {
    const nobody = await ask()
    expect([nobody.status, nobody.body.code]).toEqual([401, "UNAUTHENTICATED"])
    for (const who of [await createSession(), await createApiKey()]) {
      const { status, body } = await ask(who)
      expect([status, body.code]).toEqual([403, "NOT_ADMIN"])
      expect(Object.keys(body).sort()).toEqual(["code", "error", "remedy", "requestId"])
    }
    adminKey ??= await createApiKey(account.address.toLowerCase())
    for (const who of [as, adminKey]) {
      const { status, headers } = await ask(who)
      expect([status, headers.get("cache-control")]).toEqual([200, "no-store"])
    }
  })
})

describe("GET /api/internal/operator", () => {
  test("a new database: empty queues, no failures, sizes of its tables", async () => {
    const { queues, jobs, failures, database, streamLog } = await read()
    expect(queues.map(({ waiting }) => waiting)).toEqual([0, 0, 0, 0, 0])
    expect([jobs, failures]).toEqual([[], []])
    expect(database.connections).toBeGreaterThan(0)
    expect(database.maxConnections).toBeGreaterThan(database.connections)
    const sizes = database.tables.map(({ bytes }) => bytes)
    expect(sizes).toEqual(sizes.toSorted((a, b) => b - a))
    expect(sizes).toHaveLength(10)
    const total = sizes.reduce((sum, size) => sum + size)
    expect(total).toBeLessThan(database.bytes)
    expect(streamLog.bytes).toBeGreaterThan(0)
  })

  test("queues count what waits and name the oldest; what is done is in none", async () => {
    const oldest = "2026-01-02T03:04:05.000Z"
    await pool().query(
      `insert into points_due (wallet, day, since) values ($1, '2026-01-02', now()), ($2, '2026-01-02', $3)`,
      [addressOf(1), addressOf(2), oldest],
    )
    await pool().query("insert into creation_due (token) values ($1)", [addressOf(3)])
    await pool().query("insert into agent_record_due (wallet) values ($1)", [addressOf(4)])
    await pool().query("insert into token_reading (token, due_block) values ($1, 7), ($2, null)", [
      addressOf(5),
      addressOf(6),
    ])
    const states = ["stored", "paid", "void"]
    for (const [at, state] of states.entries()) {
      await pool().query(
        `insert into faucet_payout (wallet, referrer, amount, signals, treasury, nonce, tx_hash, state,
          created_at, settled_at)
          values ($1, $1, 1, '{}', $1, $2, decode(md5($3), 'hex'), $3, $4,
            case when $3 <> 'stored' then $4::timestamptz end)`,
        [addressOf(10 + at), at, state, oldest],
      )
    }
    expect((await read()).queues).toEqual([
      { name: "points", waiting: 2, oldestAt: oldest },
      { name: "first buyers", waiting: 1, oldestAt: null },
      { name: "track records", waiting: 1, oldestAt: null },
      { name: "token readings", waiting: 1, oldestAt: null },
      { name: "faucet payouts", waiting: 1, oldestAt: oldest },
    ])
  })

  test("who follows and who keeps, and whether they still do", async () => {
    await pool().query(
      `insert into lease (name, holder, fence, expires_at) values
        ('keeper', 'beta 12 4c1d', 1, '2026-01-01T00:00:00Z'),
        ('follower', 'alpha 7 9f3e', 3, now() + interval '1 minute')`,
    )
    expect((await read()).leases).toEqual([
      {
        ...{ name: "follower", holder: "alpha, process 7", isHeld: true, takeovers: 2 },
        expiresAt: expect.any(String),
      },
      {
        ...{ name: "keeper", holder: "beta, process 12", isHeld: false, takeovers: 0 },
        expiresAt: "2026-01-01T00:00:00.000Z",
      },
    ])
  })

  test("each limit with its quota, and how often it refused", async () => {
    countRefusals()
    const before = (await read()).limits
    expect(before.map(({ policy }) => policy)).toEqual(Object.keys(readQuotas()))
    for (let at = 0; at < readQuotas().claim + 2; at++) await countRequest("claim", "192.0.2.78")
    const { limits } = await read()
    const changed = limits.filter((limit, at) => limit.refusedInDay !== before[at]?.refusedInDay)
    expect(changed).toEqual([
      {
        ...{ policy: "claim", quota: 1, windowSeconds: 60 },
        ...{ refusedInHour: expect.any(Number), refusedInDay: 2 },
      },
    ])
    expect(limits.find(({ policy }) => policy === "claim-day")?.windowSeconds).toBe(86_400)
  })

  test("the newest run of each job, and every failure with its reason, the newest first", async () => {
    await pool().query(
      `insert into job_run (name, day, started_at, lease_until, attempts, finished_at, failure) values
        ('ranks', '2026-01-01', '2026-01-01T00:00:00Z', now(), 1, null, 'an earlier day'),
        ('ranks', '2026-01-02', '2026-01-02T00:00:00Z', now(), 1, '2026-01-02T00:01:00Z', null),
        ('posts', '2026-01-02', '2026-01-02T00:02:00Z', '2026-01-02T00:20:00Z', 2, null, 'X is away')`,
    )
    await pool().query(
      "insert into index_failure (id, reason, since) values (1, 'Indexing stops', '2026-01-03T00:00:00Z')",
    )
    await pool().query(
      `insert into keeper_status (id, address, checked_at, failure)
        values (1, $1, '2026-01-01T00:00:00Z', 'Loan 7: out of gas')`,
      [addressOf(1)],
    )
    await pool().query(
      `insert into faucet_payout (wallet, referrer, amount, signals, treasury, nonce, tx_hash, state,
        failure, settled_at)
        values ($1, $1, 1, '{}', $1, 1, '\\x01', 'void', 'The treasury is empty', '2026-01-02T12:00:00Z')`,
      [addressOf(1)],
    )
    const { jobs, failures } = await read()
    expect(jobs).toEqual([
      {
        ...{ name: "posts", day: "2026-01-02", attempts: 2, finishedAt: null },
        ...{ startedAt: "2026-01-02T00:02:00.000Z", nextTryAt: "2026-01-02T00:20:00.000Z" },
        failure: "X is away",
      },
      {
        ...{ name: "ranks", day: "2026-01-02", attempts: 1, failure: null, nextTryAt: null },
        ...{ startedAt: "2026-01-02T00:00:00.000Z", finishedAt: "2026-01-02T00:01:00.000Z" },
      },
    ])
    expect(failures.map(({ source, reason }) => [source, reason])).toEqual([
      ["index", "Indexing stops"],
      ["faucet", "The treasury is empty"],
      ["daily job posts", "X is away"],
      ["keeper", "Loan 7: out of gas"],
    ])
  })
})

describe("lists of the index", () => {
  test("unreadable logs by page, the newest first", async () => {
    await pool().query(
      `insert into unreadable_log (block_number, log_index, tx_hash, emitter, topic, reason)
        select n, 2, $1, $2, null, 'reason ' || n from generate_series(1, 25) n`,
      [hashOf(1), addressOf(1)],
    )
    const page = async (number: number) =>
      (await call(unreadableRoute, { as, query: { page: number, limit: 10 } })).body
    const { data, pagination } = await page(1)
    expect(pagination).toEqual({ total: 25, page: 1, limit: 10, hasMore: true })
    expect(data[0]).toMatchObject({
      ...{ blockNumber: 25, logIndex: 2, txHash: hashOf(1), emitter: addressOf(1) },
      ...{ topic: null, reason: "reason 25" },
    })
    const last = await page(3)
    expect(last.data.map(({ blockNumber }) => blockNumber)).toEqual([5, 4, 3, 2, 1])
    expect(last.pagination.hasMore).toBe(false)
    expect((await page(2_147_483_647)).data).toEqual([])
  })

  test("missing states with their transaction, where that is known", async () => {
    const { id, txId, number, hash, time } = await insertTx({ log: 3 })
    await pool().query(
      "insert into missing_state (id, tx_id, kind, data) values ($1, $2, 'loan', '{}'), (1000007, 1000000, 'schedule', '{}')",
      [id, txId],
    )
    const { data } = (await call(missingRoute, { as })).body
    expect(data).toEqual([
      { blockNumber: number, logIndex: 3, kind: "loan", txHash: hash, time: time.toISOString() },
      { blockNumber: 1, logIndex: 7, kind: "schedule", txHash: null, time: null },
    ])
  })
})
