import { beforeEach, describe, expect, test } from "vitest"
import * as contextRoute from "@/app/api/internal/bugs/[id]/route"
import * as ownBlockRoute from "@/app/api/internal/wallets/block/route"
import * as blockRoute from "@/app/api/v1/admin/block/route"
import * as verdictRoute from "@/app/api/v1/bugs/reports/[id]/route"
import * as reportsRoute from "@/app/api/v1/bugs/reports/route"
import { bugCategories, bugSeverities, REPORTS_PER_DAY } from "@/lib/bugs/validation"
import { pool } from "@/lib/db/client"
import { createAccount, createApiKey, createSession } from "@/tests/helpers/auth"
import { call } from "@/tests/helpers/call"
import { addressOf } from "@/tests/helpers/rows"
import { waitPastMidnight } from "@/tests/helpers/timing"

const account = createAccount()
const admin = account.address.toLowerCase()
process.env.ADMIN_WALLETS = account.address

const BUG = {
  title: "Quotes ignore the tax of a surge",
  description: "Start a surge, ask for a quote: the minimum received is too high.",
  severity: "high",
  category: "frontend",
}
const HASH = `0x${"aB".repeat(32)}`

let as: { cookie: string }

beforeEach(async () => {
  await waitPastMidnight()
  await pool().query("truncate bug_report, blocked_wallet")
  as = await createSession({ account })
})

const report = (key: string, body: unknown = BUG) =>
  call(reportsRoute, { method: "POST", as: { key }, body })
const list = (who: { key: string } | { cookie: string }, query = {}) =>
  call(reportsRoute, { as: who, query })
const decide = (id: number | string, body: unknown) =>
  call(verdictRoute, { method: "PATCH", as, params: { id: `${id}` }, body })
const block = (body: unknown) => call(blockRoute, { method: "POST", as, body })
const unblock = (body: unknown) => call(blockRoute, { method: "DELETE", as, body })

async function reported(body: unknown = BUG) {
  const reporter = await createApiKey()
  const { id } = (await report(reporter.key, body)).body.report
  return { ...reporter, id }
}

describe("POST /api/v1/bugs/reports", () => {
  test("201: a pending report, its texts clean, with or without evidence", async () => {
    const { key, wallet } = await createApiKey()
    const title = " <b>One\tline</b>\u202e "
    const description = "1. Do this\r\n2. '; drop table bug_report"
    const answer = await report(key, { ...BUG, title, description, evidence: HASH })
    expect(answer).toMatchObject({
      status: 201,
      body: {
        success: true,
        report: {
          ...{ wallet, severity: "high", category: "frontend", status: "pending", evidence: HASH },
          title: "<b>One line</b>",
          description: "1. Do this\n2. '; drop table bug_report",
        },
      },
    })
    const { createdAt, updatedAt } = answer.body.report
    expect(updatedAt).toBe(createdAt)
    for (const evidence of [undefined, null, ""])
      expect((await report(key, { ...BUG, evidence })).body.report.evidence).toBeNull()
  })

  test("400: every field is checked", async () => {
    const { key } = await createApiKey()
    const wrong: [string, unknown][] = [
      ["title", undefined],
      ["title", " \u200b "],
      ["title", "x".repeat(201)],
      ["description", undefined],
      ["description", "x".repeat(5_001)],
      ["severity", "urgent"],
      ["category", 3],
      ...[
        "http://example.com",
        "https://localhost/a",
        "https://127.0.0.1/a",
        "https://[::1]/a",
        "https://2130706433/",
        "https://printer.local/",
        "https://db.internal./",
        "https://user@example.com/",
        "javascript:alert(1)",
        HASH.slice(0, -1),
        `https://example.com/${"x".repeat(1_000)}`,
      ].map((evidence): [string, unknown] => ["evidence", evidence]),
    ]
    for (const [path, value] of wrong) {
      const { status, body } = await report(key, { ...BUG, [path]: value })
      expect([status, body.code, body.details?.[0]?.path], `${path}: ${value}`).toEqual([
        ...[400, "VALIDATION_FAILED"],
        path,
      ])
    }
    expect((await list({ key })).body.pagination.total).toBe(0)
    expect((await report(key, { ...BUG, title: "🐟".repeat(200) })).status).toBe(201)
  })

  test("403: a blocked wallet reads the reason", async () => {
    const { key, wallet } = await createApiKey()
    await block({ wallet, reason: "Ten invalid reports" })
    const { status, body } = await report(key)
    expect([status, body.code]).toEqual([403, "WALLET_BLOCKED"])
    expect(body.error).toContain("Ten invalid reports")
    expect(body.details).toMatchObject([{ reason: "Ten invalid reports" }])
    await unblock({ wallet })
    expect((await report(key)).status).toBe(201)
  })

  test("429: five a day and wallet, also at once; yesterday's do not count", async () => {
    const { key, wallet } = await createApiKey()
    const midnight = new Date(new Date().setUTCHours(0, 0, 0, 0))
    await pool().query(
      `insert into bug_report (wallet, title, description, severity, category, created_at)
      select $1, 'Late', 'Late', 'low', 'docs', $2 from generate_series(1, 5)`,
      [wallet, new Date(midnight.getTime() - 1)],
    )
    const answers = await Promise.all(Array.from({ length: 9 }, () => report(key)))
    const accepted = answers.filter(({ status }) => status === 201)
    expect(accepted).toHaveLength(REPORTS_PER_DAY)
    const refused = answers.filter(({ status }) => status === 429)
    expect(new Set(refused.map(({ body }) => body.code))).toEqual(new Set(["QUOTA_EXCEEDED"]))
    const wait = Number(refused[0]?.headers.get("retry-after"))
    expect(Math.abs(midnight.getTime() + 86_400_000 - Date.now() - wait * 1_000)).toBeLessThan(
      5_000,
    )
    // A verdict gives nothing back, and another wallet has a quota of its own.
    await decide(accepted[0]?.body.report.id ?? 0, { status: "duplicate" })
    expect((await report(key)).status).toBe(429)
    expect((await report((await createApiKey()).key)).status).toBe(201)
  })
})

describe("GET /api/v1/bugs/reports", () => {
  test("200: one's own, for admins all, by every filter, the newest first", async () => {
    const [one, two] = [await reported(), await reported({ ...BUG, severity: "low" })]
    await decide(one.id, { status: "verified" })
    const ids = async (...input: Parameters<typeof list>) =>
      (await list(...input)).body.data.map(({ id }) => id)
    expect(await ids(one)).toEqual([one.id])
    expect(await ids(one, { wallet: two.wallet })).toEqual([one.id])
    expect(await ids(as)).toEqual([two.id, one.id])
    expect(await ids(as, { wallet: two.wallet.toUpperCase().replace("0X", "0x") })).toEqual([
      two.id,
    ])
    expect(await ids(as, { status: "verified" })).toEqual([one.id])
    expect(await ids(as, { severity: "low" })).toEqual([two.id])
    expect(await ids(as, { category: "docs" })).toEqual([])
    const page = (await list(as, { page: 2, limit: 1 })).body
    expect(page.pagination).toEqual({ total: 2, page: 2, limit: 1, hasMore: false })
    expect(page.data.map(({ id }) => id)).toEqual([one.id])
  })

  test("400: a value of no closed list, or no address", async () => {
    for (const query of [{ status: "open" }, { severity: "urgent" }, { wallet: "0x1" }]) {
      expect(await list(as, query)).toMatchObject({
        status: 400,
        body: { code: "VALIDATION_FAILED" },
      })
    }
  })
})

describe("PATCH /api/v1/bugs/reports/{id}", () => {
  test("200: a verdict, which its reporter sees", async () => {
    const { id, key } = await reported()
    const { status, body } = await decide(id, { status: "verified", severity: "critical" })
    expect([status, body.report]).toMatchObject([
      200,
      { id, status: "verified", severity: "critical" },
    ])
    expect(Date.parse(body.report.updatedAt)).toBeGreaterThan(Date.parse(body.report.createdAt))
    expect((await list({ key })).body.data[0]).toEqual(body.report)
    const { rows } = await pool().query("select decided_by from bug_report")
    expect(rows).toEqual([{ decided_by: admin }])
  })

  test("400, 404: nothing to change, an unknown value, no such report", async () => {
    const { id } = await reported()
    expect((await decide(id, {})).body.code).toBe("NO_FIELDS")
    expect((await decide(id, { status: null })).body.code).toBe("NO_FIELDS")
    expect((await decide(id, { status: "closed" })).body.code).toBe("VALIDATION_FAILED")
    for (const unknown of [id + 1, "0", "-1", "abc", "99999999999999999999"]) {
      const { status, body } = await decide(unknown, { severity: "low" })
      expect([status, body.code]).toEqual([404, "REPORT_NOT_FOUND"])
    }
  })
})

describe("GET /api/internal/bugs/{id}", () => {
  const context = (id: number | string) => call(contextRoute, { as, params: { id: `${id}` } })

  test("200: earlier reports that read alike, the most similar first, and the block", async () => {
    const original = await reported()
    const duplicate = await reported()
    await decide(duplicate.id, { status: "duplicate" })
    await reported({ ...BUG, title: "Candles are empty", description: "The chart shows nothing." })
    const loose = await reported({
      ...BUG,
      title: "A quote ignores the surge's tax",
      description: "See title",
    })
    const report = await reported({ ...BUG, title: "quotes ignore tax of surge" })
    await block({ wallet: report.wallet, reason: "Spam" })
    const { body } = await context(report.id)
    expect(body.similar.map(({ id }) => id)).toEqual([original.id, loose.id])
    expect(body.block).toMatchObject({ reason: "Spam" })
    expect((await context(original.id)).body).toEqual({ similar: [], block: null })
  })

  test("404: no such report", async () => {
    for (const id of ["1", "x"]) expect((await context(id)).body.code).toBe("REPORT_NOT_FOUND")
  })
})

describe("/api/v1/admin/block", () => {
  test("200: blocks, replaces the reason, lifts; each as often as asked", async () => {
    const { key, wallet } = await createApiKey()
    const first = (
      await block({ wallet: wallet.replace("0x", "0x").toUpperCase().replace("0X", "0x") })
    ).body
    expect(first).toMatchObject({ success: true, block: { wallet, reason: null } })
    const again = (await block({ wallet, reason: " Spam\n" })).body.block
    expect(again).toEqual({ ...first.block, reason: "Spam" })
    const own = async () => (await call(ownBlockRoute, { as: { key } })).body
    expect(await own()).toEqual({
      isAdmin: false,
      block: { reason: "Spam", createdAt: again.createdAt },
    })
    for (let n = 0; n < 2; n++) expect((await unblock({ wallet })).body).toEqual({ success: true })
    expect((await own()).block).toBeNull()
    expect((await call(ownBlockRoute, { as })).body.isAdmin).toBe(true)
  })

  test("400: no address, or a reason of more than 500 characters", async () => {
    const wrong = [{}, { wallet: "0x1" }, { wallet: addressOf(1), reason: "x".repeat(501) }]
    for (const body of wrong) expect((await block(body)).status).toBe(400)
    expect((await unblock({})).status).toBe(400)
  })
})

test("severities and categories are all accepted", async () => {
  for (const severity of bugSeverities) {
    expect((await report((await createApiKey()).key, { ...BUG, severity })).status).toBe(201)
  }
  for (const category of bugCategories) {
    expect((await report((await createApiKey()).key, { ...BUG, category })).status).toBe(201)
  }
})
