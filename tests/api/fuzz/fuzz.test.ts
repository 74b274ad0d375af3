import { randomBytes } from "node:crypto"
import { rmSync } from "node:fs"
import { ReadableStream } from "node:stream/web"
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest"
import { newAccount, newKey, signedIn } from "@/tests/helpers/auth"
import { type Credentials, call } from "@/tests/helpers/call"
import { storedFiles } from "@/tests/helpers/creators"
import { insertToken } from "@/tests/helpers/rows"
import type { Case } from "./cases"
import { formCases } from "./forms"
import {
  filesIn,
  memoryInUse,
  noteWrites,
  ownTemporaryFolder,
  spoiledColumns,
  strayFiles,
  writtenTables,
} from "./ground"
import { jsonCases } from "./json"
import { findOperations, type Operation } from "./operations"

const admin = newAccount()
// Read on first use: nobody is sent away for asking often.
for (const window of ["KEY", "IP", "PAGE", "SYNC"]) process.env[`RATE_LIMIT_${window}`] = "1000000"
process.env.ADMIN_WALLETS = admin.address
const temporary = ownTemporaryFolder()

/** FUZZ_SEED repeats a run. */
const seed = process.env.FUZZ_SEED ?? randomBytes(4).toString("hex")
const operations = await findOperations()

/** Requests in the name of one wallet; quotas and cooldowns are another test's matter. */
const PER_WALLET = 12
const LEAST_REQUESTS = 2_000
/** MiB beyond what the first requests left behind. */
const HEAP_GROWTH = 64
const RSS_GROWTH = 400

let requests = 0
let settled: { heap: number; rss: number } | undefined
let answers: Map<number, number>

beforeAll(noteWrites)
afterEach(() => vi.restoreAllMocks())
afterAll(() => rmSync(temporary, { recursive: true, force: true }))

type Asker = { as: Credentials; params: Record<string, string> }

/** Somebody who may do what the operation does, with something of their own to do it to. */
async function newAsker({ contract, method, path }: Operation): Promise<Asker> {
  const isAdmin = contract.errors?.includes("NOT_ADMIN") && path.includes("/admin/")
  const holder = isAdmin ? await signedIn({ account: admin }) : undefined
  const asker = holder ?? (contract.auth === "either" && method ? await newKey() : await signedIn())
  const wallet = "wallet" in asker ? asker.wallet : asker.address
  const token = await insertToken({ dev: wallet })
  const params = { address: token.address, id: crypto.randomUUID() }
  return { as: "key" in asker ? { key: asker.key } : { cookie: asker.cookie }, params }
}

const casesOf = (operation: Operation) =>
  [
    ...(operation.bodyTypes.includes("json") ? [jsonCases(operation, seed)] : []),
    ...(operation.bodyTypes.includes("multipart") ? [formCases(operation, seed)] : []),
  ] as const

/** Sends the request and fails, naming it, when anything about the answer is not as promised. */
async function ask(operation: Operation, { as, params }: Asker, hostile: Case) {
  const { body, type, headers = {}, isRefused } = hostile
  const files = storedFiles()
  const answer = await call(operation.resource, {
    method: operation.method,
    path: operation.path,
    params,
    as,
    body: typeof body === "function" ? ReadableStream.from(body()) : body,
    headers: { ...headers, ...(type !== null && { "content-type": type }) },
  })
  const { status } = answer
  const written = await writtenTables()
  answers.set(status, (answers.get(status) ?? 0) + 1)
  // Without a chain to ask, that is what some well-formed requests have to be told.
  if (answer.body.code !== "CHAIN_UNAVAILABLE") expect(status).toBeLessThan(500)
  if (isRefused) expect(status).toBeGreaterThanOrEqual(400)
  if (status < 400) return
  expect(answer.body).toMatchObject({ error: expect.any(String), code: expect.any(String) })
  expect(written).toEqual([])
  expect(storedFiles()).toBe(files)
}

describe(`with seed ${seed}`, () => {
  test.each(operations)("$name", async (operation) => {
    const log = vi.spyOn(console, "error").mockImplementation(() => {})
    answers = new Map()
    let sent = 0
    let asker = await newAsker(operation)
    for (const cases of casesOf(operation)) {
      for await (const hostile of cases) {
        if (sent++ % PER_WALLET === 0) {
          asker = await newAsker(operation)
          await writtenTables()
        }
        try {
          await ask(operation, asker, hostile)
        } catch (cause) {
          throw new Error(`${operation.name}, ${hostile.what} (FUZZ_SEED=${seed})`, { cause })
        }
      }
    }
    requests += sent
    settled ??= memoryInUse()
    expect(sent).toBeGreaterThan(50)
    expect(log.mock.calls).toEqual([])
  })

  test(`at least ${LEAST_REQUESTS} requests left nothing behind`, async () => {
    expect(requests).toBeGreaterThanOrEqual(LEAST_REQUESTS)
    expect(filesIn(temporary)).toEqual([])
    expect(strayFiles()).toEqual([])
    expect(await spoiledColumns()).toEqual([])
    expect(Reflect.get({}, "isPolluted")).toBeUndefined()
    const now = memoryInUse()
    expect(now.heap - (settled?.heap ?? 0)).toBeLessThan(HEAP_GROWTH)
    expect(now.rss - (settled?.rss ?? 0)).toBeLessThan(RSS_GROWTH)
  })
})
