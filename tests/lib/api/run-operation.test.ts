import { beforeEach, describe, expect, test } from "vitest"
import { z } from "zod"
import type { Contract, Operation } from "@/lib/api/contract"
import { resource, route } from "@/lib/api/route"
import { type OperationCall, runOperation } from "@/lib/api/run-operation"
import { createApiKey } from "@/tests/helpers/auth"
import { windowStart } from "@/tests/helpers/rate-window"

process.env.RATE_LIMIT_IP = "2"
process.env.RATE_LIMIT_PAGE = "2"
process.env.RATE_LIMIT_KEY = "2"

const declare = (fields: Partial<Pick<Contract, "auth" | "limit">>) =>
  resource({
    GET: route({
      ...{ summary: "Test", tag: "Test", auth: "none", ...fields },
      params: z.object({ name: z.string() }),
      query: z.object({ limit: z.string().optional() }),
      response: z.unknown(),
      handler: ({ params, query, caller, ip }) => ({ ...params, ...query, ip, caller }),
    }),
  }).GET.operation

const run = (operation: Operation, ip: string, more: Partial<OperationCall> = {}, key?: string) =>
  runOperation(
    { method: "GET", path: "/api/x/[name]", operation, params: { name: "a b" }, ...more },
    { ip, key: key ?? null },
  )

const codeOf = async (result: ReturnType<typeof run>) => {
  const done = await result
  return done.ok ? "ok" : done.error.code
}

describe("an operation that is run in the process", () => {
  beforeEach(() => windowStart())

  test("gets its parameters, and the address of whoever asks", async () => {
    const result = await run(declare({}), "10.0.0.1", { query: { limit: "3" } })
    expect(result).toMatchObject({ ok: true, value: { name: "a b", limit: "3", ip: "10.0.0.1" } })
    const six = await run(declare({}), "2001:db8:0:1::/64")
    expect(six).toMatchObject({ value: { ip: "2001:db8:0:1::/64" } })
  })

  test("counts in its own window, one without a limit as a page", async () => {
    for (const [limit, ip] of [
      [undefined, "10.0.1.1"],
      ["none", "10.0.1.2"],
    ] as const) {
      const operation = declare(limit ? { limit } : {})
      expect(await codeOf(run(operation, ip))).toBe("ok")
      expect(await codeOf(run(operation, ip))).toBe("ok")
      expect(await codeOf(run(operation, ip))).toBe("RATE_LIMITED")
      expect(await codeOf(run(operation, ip, { isCounted: false }))).toBe("ok")
    }
  })

  test("needs the key that it needs over HTTP, unless what it reads is public", async () => {
    const operation = declare({ auth: "key" })
    expect(await codeOf(run(operation, "10.0.2.1"))).toBe("UNAUTHENTICATED")
    expect(await codeOf(run(operation, "10.0.2.1", { isPublic: true }))).toBe("ok")
    const { key, wallet } = await createApiKey()
    const own = await run(operation, "10.0.2.2", {}, key)
    expect(own).toMatchObject({ value: { caller: { via: "key", wallet } } })
    expect(await codeOf(run(operation, "10.0.2.2", { isPublic: true }, `${key}x`))).toBe(
      "INVALID_API_KEY",
    )
    // A key has its own window, wherever it comes from.
    expect(await codeOf(run(operation, "10.0.2.3", { isPublic: true }, key))).toBe("ok")
    expect(await codeOf(run(operation, "10.0.2.4", {}, key))).toBe("RATE_LIMITED")
  })
})
