/** @module-tag long */
import { rmSync } from "node:fs"
import { ReadableStream } from "node:stream/web"
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest"
import type { Contract } from "@/lib/api/contract"
import { log as logger } from "@/lib/telemetry/logger"
import { call } from "@/tests/helpers/call"
import { countStoredFiles } from "@/tests/helpers/creator-session"
import { runs } from "@/tests/helpers/deep"
import { seed } from "@/tests/helpers/property"
import { insertToken } from "@/tests/helpers/rows"
import { type Caller, createCaller } from "./callers"
import type { Case } from "./cases"
import { formCases } from "./forms"
import { jsonCases } from "./json"
import { findOperations, type Operation } from "./operations"
import {
  corruptedColumns,
  createTemporaryFolder,
  filesIn,
  memoryInUse,
  recordWrites,
  strayFiles,
  writtenTables,
} from "./side-effects"

// Read on first use: nobody is sent away for asking often.
for (const window of ["KEY", "IP", "PAGE", "SYNC"]) process.env[`RATE_LIMIT_${window}`] = "1000000"
const temporary = createTemporaryFolder()

const operations = await findOperations()

/** Requests in the name of one wallet, so that quotas and cooldowns hide little. A key is made faster than a session. */
const PER_KEY = 8
const PER_SESSION = 32
/** Where an example names a wallet, it is the asker's own. */
const SOME_WALLET = "0x70997970c51812dc3a010c7d01b50e0d17dc79c8"
const LEAST_REQUESTS = runs(400, 2_500)
/** MiB beyond what the first requests left behind. */
const HEAP_GROWTH = 64
const RSS_GROWTH = 400

let requests = 0
let settled: { heap: number; rss: number } | undefined
let token: string
/** After the last request. */
let stored = countStoredFiles()

beforeAll(async () => {
  token = (await insertToken()).address
  await recordWrites()
})
afterEach(() => vi.restoreAllMocks())
afterAll(() => rmSync(temporary, { recursive: true, force: true }))

const perAsker = ({ auth }: Contract) => (auth === "either" ? PER_KEY : PER_SESSION)

const casesOf = (operation: Operation, at: number) =>
  [
    ...(operation.bodyTypes.includes("json") ? [jsonCases(operation, seed, at)] : []),
    ...(operation.bodyTypes.includes("multipart") ? [formCases(operation, seed, at)] : []),
  ] as const

/** Sends the request and fails when anything about the answer is not as promised. */
async function ask(
  { resource, method, path }: Operation,
  { wallet, as, params }: Caller,
  hostile: Case,
) {
  const { body, type, headers = {}, isRefused } = hostile
  const files = stored
  const answer = await call(resource, {
    method,
    path,
    params,
    as,
    body: sent(body, wallet),
    headers: { ...headers, ...(type !== null && { "content-type": type }) },
  })
  const written = await writtenTables()
  stored = countStoredFiles()
  // Without a chain and settings, that is what some well-formed requests have to be told.
  const isUnavailable = ["CHAIN_UNAVAILABLE", "NOT_CONFIGURED"].includes(answer.body.code)
  if (!isUnavailable) expect(answer.status).toBeLessThan(500)
  if (isRefused) expect(answer.status).toBeGreaterThanOrEqual(400)
  if (answer.status < 400) return
  expect(answer.body).toMatchObject({ error: expect.any(String), code: expect.any(String) })
  // Decoding is counted before it begins, whatever comes of it.
  const counted = answer.body.code === "FILE_UNREADABLE" ? ["avatar_upload", "image_quota"] : []
  expect(written.filter((table) => !counted.includes(table))).toEqual([])
  expect(stored).toBe(files)
}

function sent(body: Case["body"], wallet: string) {
  if (typeof body === "string") return body.replaceAll(SOME_WALLET, wallet)
  return typeof body === "function" ? ReadableStream.from(body()) : body
}

/** A ceiling for a machine that does much else. */
const LIMIT = { timeout: 300_000 }

describe(`with seed ${seed}`, () => {
  test.each(operations)("$name", LIMIT, async (operation) => {
    const log = vi.spyOn(logger, "error").mockImplementation(() => {})
    let count = 0
    let asker = await createCaller(operation, token)
    await writtenTables()
    for (const cases of casesOf(operation, operations.indexOf(operation))) {
      for await (const hostile of cases) {
        if (++count % perAsker(operation.contract) === 0) {
          asker = await createCaller(operation, token)
          await writtenTables()
        }
        try {
          await ask(operation, asker, hostile)
        } catch (cause) {
          throw new Error(`${operation.name}, ${hostile.title} (FUZZ_SEED=${seed})`, { cause })
        }
      }
    }
    requests += count
    settled ??= await memoryInUse()
    expect(count).toBeGreaterThan(runs(8, 50))
    expect(log.mock.calls).toEqual([])
  })

  test(`at least ${LEAST_REQUESTS} requests left nothing behind`, async () => {
    expect(requests).toBeGreaterThanOrEqual(LEAST_REQUESTS)
    expect(filesIn(temporary)).toEqual([])
    expect(strayFiles()).toEqual([])
    expect(await corruptedColumns()).toEqual([])
    expect(Reflect.get({}, "isPolluted")).toBeUndefined()
    const now = await memoryInUse()
    expect(now.heap - (settled?.heap ?? 0)).toBeLessThan(HEAP_GROWTH)
    expect(now.rss - (settled?.rss ?? 0)).toBeLessThan(RSS_GROWTH)
  })
})
