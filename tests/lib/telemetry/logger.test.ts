import { afterEach, expect, test, vi } from "vitest"
import { variableNames } from "@/lib/env"

/** A logger of its own, as the secrets of the environment are read once; and what it has written. */
async function open(variables: Record<string, string> = {}) {
  vi.resetModules()
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value)
  const { createLogger, requests } = await import("@/lib/telemetry/logger")
  const lines: string[] = []
  const log = createLogger({ write: (line) => void lines.push(line) })
  return { log, requests, read: () => lines.join(""), last: () => JSON.parse(lines.at(-1) ?? "") }
}

afterEach(() => vi.unstubAllEnvs())

test("a line is JSON with time, level and program, and with the id of its request", async () => {
  const { log, requests, last } = await open()
  log.info("outside")
  expect(last()).toEqual({
    level: "info",
    time: expect.any(String),
    program: "web",
    msg: "outside",
  })
  await requests.run({ requestId: "request-1" }, async () => {
    await Promise.resolve()
    log.error({ err: new Error("broken", { cause: new Error("deeper") }) }, "inside")
  })
  expect(last()).toMatchObject({ level: "error", requestId: "request-1", msg: "inside" })
  expect(last().err.message).toBe("broken: deeper")
})

test.each([
  ["warn", ["error", "warn"]],
  ["nonsense", ["error", "warn", "info"]],
  ["silent", []],
])("LOG_LEVEL %s writes %j", async (level, written) => {
  const { log, read } = await open({ LOG_LEVEL: level })
  for (const each of ["error", "warn", "info", "debug"] as const) log[each](`of ${each}`)
  const lines = read().split("\n").filter(Boolean)
  expect(lines.map((line) => JSON.parse(line).level)).toEqual(written)
})

/** The variables that open something, each with a value that JSON has to escape. */
const secrets = Object.fromEntries(
  variableNames
    .filter((name) => /SECRET|TOKEN|PRIVATE_KEY/.test(name) && !/_URL$/.test(name))
    .map((name) => [name, `the "${name.toLowerCase()}"\\ of the environment`]),
)

test("no secret of the environment is written, wherever a message quotes it", async () => {
  expect(Object.keys(secrets).length).toBeGreaterThan(7)
  const { log, read } = await open({
    ...secrets,
    DATABASE_URL: "postgresql://atoll:p%40ssword-1@db.example:5432/atoll",
    REDIS_URL: "redis://:redis-password@cache.example:6379",
    RPC_URL: "https://rpc.example/v3/node-key-1?token=node-token-1",
    OTEL_EXPORTER_OTLP_HEADERS: "x-tenant=tenant-12, authorization=Basic%20collector-1",
  })
  for (const name of [...Object.keys(secrets), "DATABASE_URL", "REDIS_URL", "RPC_URL"]) {
    const value = process.env[name]
    log.warn(`It says: ${value}`)
    log.error({ err: new Error(`Refused: ${value}`), [name]: value, deep: { list: [value] } })
  }
  log.warn("password p@ssword-1, key node-key-1?token=node-token-1")
  log.warn("sent authorization: Basic collector-1")
  const text = read()
  for (const value of Object.values(secrets)) {
    expect(text).not.toContain(JSON.stringify(value).slice(1, -1))
  }
  expect(text).not.toMatch(/ssword-1|redis-password|node-key-1|node-token-1|collector-1/)
  expect(text).toContain("db.example:5432/atoll")
  expect(text).toContain("https://rpc.example/[Redacted]")
})

test("no secret of a request is written, as a field or in a text", async () => {
  const { log, read } = await open()
  const key = `atoll_${"ab".repeat(32)}`
  const headers = { authorization: "Bearer abcdef-token", cookie: "session=Fe26.2*1*abc*def" }
  log.info({ headers: { ...headers, "x-api-key": key, accept: "text/html" } })
  log.info({ request: { headers }, ...headers, apiKey: key, password: "of a person" })
  log.info(`Bearer abcdef-token, ${key}, Fe26.2*1*abc*def; mysql://root:hidden@elsewhere/db`)
  expect(read()).not.toMatch(/abcdef-token|atoll_ab|Fe26\.2|of a person|hidden/)
  expect(read()).toContain("text/html")
  expect(read()).toContain("mysql://root:[Redacted]@elsewhere/db")
})
