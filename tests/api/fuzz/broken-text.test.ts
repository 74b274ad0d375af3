/** @module-tag long */
import path from "node:path"
import { afterEach, beforeAll, describe, expect, test, vi } from "vitest"
import type { Contract, Method } from "@/lib/api/contract"
import type { Resource } from "@/lib/api/route"
import { createAccount, createApiKey, createSession } from "@/tests/helpers/auth"
import { type Credentials, call } from "@/tests/helpers/call"
import { describeOpenApi, findRoutes } from "@/tests/helpers/routes"
import { addressOf } from "@/tests/helpers/rows"

// Read on first use: nobody is sent away for asking often.
for (const window of ["KEY", "IP", "PAGE", "SYNC"]) process.env[`RATE_LIMIT_${window}`] = "1000000"
const admin = createAccount()
process.env.ADMIN_WALLETS = admin.address

type ParameterLocation = { in: string; name: string }
type Operation = {
  name: string
  at: string
  method: Method & keyof Resource
  contract: Contract
  locations: ParameterLocation[]
}

const { paths } = JSON.parse(await describeOpenApi())
const operations: Operation[] = (await findRoutes()).flatMap(({ path: at, operations }) =>
  Object.entries(operations).map(([method, contract]) => ({
    name: `${method} ${at}`,
    at,
    method: method as Operation["method"],
    contract,
    locations: paths[at][method.toLowerCase()].parameters ?? [],
  })),
)
const named = (where: string) =>
  operations.flatMap((operation) =>
    operation.locations
      .filter((place) => place.in === where)
      .map(({ name }) => ({ operation, place: name })),
  )

let credentials: Credentials
let session: Credentials

beforeAll(async () => {
  const { cookie, address } = await createSession({ account: admin })
  session = { cookie }
  credentials = { key: (await createApiKey(address)).key }
})

const askedAs = ({ auth }: Contract) => (auth.startsWith("session") ? session : credentials)

async function ask(
  { at, method, contract }: Operation,
  params: Record<string, string>,
  query = "",
) {
  const file = path.resolve("app", `.${at.replace(/\{(\w+)\}/g, "[$1]")}`, "route.ts")
  const resource: Resource = await import(file)
  const names = [...at.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name)
  const usual = Object.fromEntries(names.map((each) => [each, addressOf(1)]))
  const all = { ...usual, ...params }
  return call(resource, { method, path: at + query, params: all, as: askedAs(contract) })
}

afterEach(() => vi.restoreAllMocks())

describe("404: a path parameter that is no text", () => {
  test.each(named("path").map((each) => ({ ...each, name: each.operation.name })))(
    "$name: $place",
    async ({ operation, place }) => {
      for (const text of ["\0", `${addressOf(1)}\0`, "%00", "\ud800", "a\udfffb"]) {
        const { status, body } = await ask(operation, { [place]: text })
        expect([text, status, body.code]).toEqual([text, 404, "NOT_FOUND"])
      }
    },
  )
})

describe("400: a query parameter that is no text", () => {
  test.each(named("query").map((each) => ({ ...each, name: each.operation.name })))(
    "$name: $place",
    async ({ operation, place }) => {
      for (const text of ["%00", "a%00b", "%ED%A0%80", "%ff", "%EF%BF%BD%C3"]) {
        const { status, body } = await ask(operation, {}, `?${place}=${text}`)
        expect([text, status]).toEqual([text, 400])
        expect(body.details.map(({ path: at }) => at)).toContain(place)
      }
    },
  )

  test("a replacement character that was meant, and a stray percent sign, are text", async () => {
    const tokens = operations.find(({ name }) => name === "GET /api/v1/tokens")
    for (const text of ["%EF%BF%BD", "100%", "a%zz", "%F0%9F%8C%B4"]) {
      expect(tokens && (await ask(tokens, {}, `?search=${text}`)).status).toBe(200)
    }
    expect(tokens && (await ask(tokens, {}, "?unknown=%00")).status).toBe(200)
  })
})

test("there are locations to ask at", () => {
  expect(named("path").length).toBeGreaterThan(20)
  expect(named("query").length).toBeGreaterThan(40)
})
