import { afterEach, beforeEach, describe, expect, test, vi } from "vitest"
import * as jobsRoute from "@/app/api/internal/jobs/route"
import { pool } from "@/lib/db/client"
import { notConfigured } from "@/lib/http/errors"
import { type DailyJob, runDueJobs } from "@/lib/jobs/daily"
import { claimRun, findNewestRuns, finishRun, renewLease } from "@/lib/jobs/runs"
import { log as logger } from "@/lib/telemetry/logger"
import { call } from "@/tests/helpers/call"

const work = vi.hoisted(() => ({ run: async () => {} }))
vi.mock("@/lib/daily-jobs", () => ({ dailyJobs: [{ name: "listed", run: () => work.run() }] }))

const SECRET = "a secret of the scheduler"
process.env.CRON_SECRET = SECRET

const never = new AbortController().signal
const today = new Date().toISOString().slice(0, 10)

const job = (run: DailyJob["run"], name = "sweep"): DailyJob => ({ name, run })
const runs = async () => (await findNewestRuns()).map(({ finishedAt, ...rest }) => rest)
const expire = () => pool().query("update job_run set lease_until = now() - interval '1 second'")

beforeEach(() => pool().query("delete from job_run"))
afterEach(() => vi.restoreAllMocks())

describe("daily jobs", () => {
  test("run once a day, however many processes look at the same moment", async () => {
    const run = vi.fn(async () => {})
    const looks = Array.from({ length: 8 }, () => runDueJobs([job(run)], never))
    const results = (await Promise.all(looks)).flat()
    expect(results).toEqual([{ name: "sweep", result: "done" }])
    expect(run).toHaveBeenCalledTimes(1)
    expect(run).toHaveBeenCalledWith({ day: today, signal: expect.any(AbortSignal) })
    expect(await runDueJobs([job(run)], never)).toEqual([])
    await pool().query("update job_run set day = day - 1")
    expect(await runDueJobs([job(run)], never)).toEqual([{ name: "sweep", result: "done" }])
  })

  test("are tried again after a failure, not before its pause", async () => {
    const log = vi.spyOn(logger, "error").mockImplementation(() => {})
    const run = vi.fn(async () => {})
    run.mockRejectedValueOnce(new Error("the network is away"))
    expect(await runDueJobs([job(run)], never)).toEqual([{ name: "sweep", result: "failed" }])
    expect(log).toHaveBeenCalledWith(expect.stringContaining("the network is away"))
    const failed = { name: "sweep", day: today, attempts: 1, failure: "the network is away" }
    expect(await runs()).toEqual([failed])
    expect(await runDueJobs([job(run)], never)).toEqual([])
    await expire()
    expect(await runDueJobs([job(run)], never)).toEqual([{ name: "sweep", result: "done" }])
    expect(await runs()).toEqual([{ ...failed, attempts: 2, failure: null }])
  })

  test("that lack configuration are over for the day; the log says so once", async () => {
    const errors = vi.spyOn(logger, "error")
    const log = vi.spyOn(logger, "info").mockImplementation(() => {})
    const idle = job(async () => {
      throw notConfigured("The address book of chain 1")
    }, "idle")
    for (const _ of ["today", "the day after"]) {
      expect(await runDueJobs([idle], never)).toEqual([{ name: "idle", result: "skipped" }])
      expect(await runs()).toEqual([{ name: "idle", day: today, attempts: 1, failure: null }])
      expect(await runDueJobs([idle], never)).toEqual([])
      await pool().query("delete from job_run")
    }
    expect(log.mock.calls).toEqual([[expect.stringMatching(/idle.*chain 1 is not configured/)]])
    expect(errors).not.toHaveBeenCalled()
  })

  test("are taken over from a process that died, whose late end counts for nothing", async () => {
    const dead = await claimRun("sweep")
    if (!dead) throw new Error("Nobody holds the run")
    expect(await claimRun("sweep")).toBeNull()
    await expire()
    const heir = await claimRun("sweep")
    expect(heir).toEqual({ name: "sweep", day: today, attempt: 2 })
    expect(await renewLease(dead)).toBe(false)
    await finishRun(dead)
    expect(await runs()).toMatchObject([{ attempts: 2 }])
    expect((await findNewestRuns())[0]?.finishedAt).toBeNull()
  })

  test("give their run back when their process ends", async () => {
    const end = new AbortController()
    const interrupted = job(async ({ signal }) => {
      end.abort()
      signal.throwIfAborted()
    })
    const other = vi.fn(async () => {})
    const both = [interrupted, job(other, "other")]
    expect(await runDueJobs(both, end.signal)).toEqual([{ name: "sweep", result: "interrupted" }])
    expect(other).not.toHaveBeenCalled()
    expect(await runDueJobs([job(other)], never)).toEqual([{ name: "sweep", result: "done" }])
  })
})

describe("GET /api/internal/jobs", () => {
  const ask = (authorization?: string) =>
    call(jobsRoute, { headers: authorization ? { authorization } : {} })

  test.each([undefined, "Bearer wrong", SECRET, `Basic ${SECRET}`])(
    "404: authorization %s, as if there were nothing",
    async (authorization) => {
      expect((await ask(authorization)).status).toBe(404)
      expect(await runs()).toEqual([])
    },
  )

  test("200: runs what is due; the second call finds nothing to do", async () => {
    const first = await ask(`bearer ${SECRET}`)
    expect([first.status, first.headers.get("cache-control")]).toEqual([200, "no-store"])
    expect(first.body).toEqual({ jobs: [{ name: "listed", result: "done" }] })
    expect((await ask(`Bearer ${SECRET}`)).body).toEqual({ jobs: [] })
  })

  test("500: a job failed; the answer names it without its reason", async () => {
    vi.spyOn(logger, "error").mockImplementation(() => {})
    vi.spyOn(work, "run").mockRejectedValue(new Error("postgresql://secret"))
    const response = await ask(`Bearer ${SECRET}`)
    expect(response.status).toBe(500)
    expect(response.body).toEqual({ jobs: [{ name: "listed", result: "failed" }] })
  })
})
