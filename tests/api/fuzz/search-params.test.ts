/** @module-tag long */
import path from "node:path"
import { beforeAll, describe, expect, test } from "vitest"
import type { Contract, Method } from "@/lib/api/contract"
import type { Resource } from "@/lib/api/route"
import { createAccount, createApiKey, createSession } from "@/tests/helpers/auth"
import { type Credentials, call } from "@/tests/helpers/call"
import { runs } from "@/tests/helpers/deep"
import { seed } from "@/tests/helpers/property"
import { describeOpenApi, findRoutes } from "@/tests/helpers/routes"
import { insertToken } from "@/tests/helpers/rows"
import { recordWrites, writtenTables } from "./side-effects"
import { hostileTexts } from "./texts"

// Read on first use: nobody is sent away for asking often.
for (const window of ["KEY", "IP", "PAGE", "SYNC"]) process.env[`RATE_LIMIT_${window}`] = "1000000"

const admin = createAccount().address.toLowerCase()
process.env.ADMIN_WALLETS = admin

const LEAST_REQUESTS = runs(500, 2_500)
const RANDOM_TEXTS = runs(6, 18)
/** Of a field's texts every so many are asked, others of another field. */
const SHARE = runs(16, 4)

/** Numbers at the ends of what a column, a parameter or a page can hold. */
const NUMBERS = ["0", "1", "-1", "2147483647", "2147483648", "9007199254740991", "1e3", "1.5", "+1"]

type ParameterLocation = { in: "query" | "path"; name: string }
type Question = { name: string; at: string; contract: Contract; locations: ParameterLocation[] }

const { paths } = JSON.parse(await describeOpenApi())
const questions: Question[] = (await findRoutes()).flatMap(({ path: at, operations }) =>
  Object.entries(operations).flatMap(([method, contract]) => {
    const locations: ParameterLocation[] = paths[at][method.toLowerCase()].parameters ?? []
    const parameters = locations.filter((place) => place.in === "query" || place.in === "path")
    // What changes something is asked with its body, elsewhere.
    if (method !== "GET" || parameters.length === 0) return []
    return [{ name: `${method} ${at}`, at, contract, locations: parameters }]
  }),
)

let credentials: { key: Credentials; session: Credentials }
let token: string
let requests = 0

beforeAll(async () => {
  token = (await insertToken()).address
  credentials = {
    key: { key: (await createApiKey(admin)).key },
    session: { cookie: (await createSession()).cookie },
  }
  await recordWrites()
})

const asks = ({ auth }: Contract): { as?: Credentials } => {
  if (auth === "none") return {}
  return { as: auth.startsWith("session") ? credentials.session : credentials.key }
}

async function ask(
  { at, contract }: Question,
  { in: where, name }: ParameterLocation,
  text: string,
) {
  const file = path.resolve("app", `.${at.replace(/\{(\w+)\}/g, "[$1]")}`, "route.ts")
  const resource: Resource = await import(file)
  const names = [...at.matchAll(/\{(\w+)\}/g)].map(([, parameter = ""]) => parameter)
  const usual = Object.fromEntries(names.map((each) => [each, token]))
  const method: Method & keyof Resource = "GET"
  return call(resource, {
    method,
    path: at,
    params: where === "path" ? { ...usual, [name]: text } : usual,
    query: where === "query" ? { [name]: text } : {},
    ...asks(contract),
  })
}

/** A ceiling for a machine that does much else. */
const LIMIT = { timeout: 300_000 }

describe(`with seed ${seed}`, () => {
  test.each(questions)("$name", LIMIT, async (question) => {
    const first = questions.indexOf(question)
    for (const [n, place] of question.locations.entries()) {
      const at = first + n
      const texts = hostileTexts(`${seed} ${question.name} ${place.name}`, RANDOM_TEXTS)
      for (const text of [...NUMBERS, ...texts.filter((_, i) => i % SHARE === at % SHARE)]) {
        const what = `${question.name}, ${place.name}: ${JSON.stringify(text).slice(0, 60)}`
        const { status, body } = await ask(question, place, text).catch((cause: unknown) => {
          throw new Error(`${what} (FUZZ_SEED=${seed})`, { cause })
        })
        requests++
        const isRefused = status < 500 || Object(body).code === "CHAIN_UNAVAILABLE"
        expect(isRefused, `${what}: ${status} (FUZZ_SEED=${seed})`).toBe(true)
      }
    }
    expect(await writtenTables()).toEqual([])
  })

  test(`at least ${LEAST_REQUESTS} questions were asked`, () => {
    expect(requests).toBeGreaterThanOrEqual(LEAST_REQUESTS)
  })
})
