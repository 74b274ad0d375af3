import { once } from "node:events"
import type { AddressInfo } from "node:net"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { z } from "zod"
import * as jobs from "@/app/api/internal/jobs/route"
import { resource, route } from "@/lib/api/route"
import { ApiError, type ErrorCode, errorCodes, errorStatus } from "@/lib/http/errors"
import { withStatus } from "@/lib/http/response"
import { serveMetrics } from "@/lib/monitoring/metrics"
import { log } from "@/lib/telemetry/logger"
import { call } from "@/tests/helpers/call"

vi.mock("@/lib/health/service", () => ({
  checkHealth: async () => {
    throw new Error("away")
  },
}))
vi.mock("@/lib/jobs/daily", () => ({
  runDueJobs: async () => [{ name: "clean", result: "failed" }],
}))
vi.mock("@/lib/auth/cron-secret", () => ({ requireScheduler: () => {} }))

beforeEach(() => {
  for (const level of ["warn", "error"] as const) vi.spyOn(log, level).mockImplementation(() => {})
})
afterEach(() => {
  vi.restoreAllMocks()
})

const base = { summary: "Test", tag: "Test", auth: "none", response: z.object({}) } as const

const failing = (error: Error) =>
  resource({
    GET: route({
      ...base,
      handler: () => {
        throw error
      },
    }),
  })

const serverFailures = errorCodes.filter((code) => errorStatus[code] >= 500)

test.each(serverFailures)("%s says when to ask again", async (code) => {
  const { GET } = failing(new ApiError(code, "Away"))
  const answer = await GET(new Request("http://localhost:3000/"), { params: {} })
  const lasting: readonly ErrorCode[] = ["NOT_CONFIGURED", "FAUCET_EMPTY"]
  expect([answer.status, answer.headers.get("retry-after")]).toEqual([
    errorStatus[code],
    lasting.includes(code) ? "60" : "5",
  ])
})

test("an error that nobody expects says it as well; a refusal of the request does not", async () => {
  const unexpected = await call(failing(new Error("wrong")))
  expect([unexpected.status, unexpected.headers.get("retry-after")]).toEqual([500, "5"])
  const refused = await call(failing(new ApiError("VALIDATION_FAILED", "Wrong")))
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([400, null])
})

test("a refusal that knows the time says it", () => {
  const { headers } = new ApiError("MAYBE_SENT", "Asked", { retryAfter: 1.2 })
  expect(headers["Retry-After"]).toBe("2")
  const { headers: ofOther } = new ApiError("NOT_FOUND", "Away", { status: 503 })
  expect(ofOther["Retry-After"]).toBe("5")
})

const withOwnStatus = resource({
  GET: route({ ...base, otherStatuses: [503], handler: () => withStatus(503, {}) }),
})

test("an answer whose status the route chose says when to ask again", async () => {
  const away = await call(withOwnStatus)
  expect([away.status, away.headers.get("retry-after")]).toEqual([503, "5"])
  const failed = await call(jobs)
  expect([failed.status, failed.headers.get("retry-after")]).toEqual([500, "5"])
})

test("metrics that cannot be read say when to ask again", async () => {
  const server = serveMetrics({ program: "web", port: 0, host: "127.0.0.1" })
  await once(server, "listening")
  const { port } = server.address() as AddressInfo
  const answer = await fetch(`http://127.0.0.1:${port}/metrics`)
  expect([answer.status, answer.headers.get("retry-after")]).toEqual([500, "5"])
  server.close()
})
