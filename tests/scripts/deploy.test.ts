import { spawnSync } from "node:child_process"
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"
import { DockerfileParser } from "dockerfile-ast"
import { validate } from "dockerfile-utils"
import { expect, test } from "vitest"
import { parse } from "yaml"
import { z } from "zod"
import { variableNames } from "@/lib/env"
import { SECRETS } from "@/lib/secret-files.mjs"
import { commandOf } from "@/tests/helpers/cluster/image"

const read = (file: string) => readFileSync(file, "utf8")

const service = z.object({
  image: z.string(),
  build: z.unknown().optional(),
  command: z.array(z.string()).optional(),
  read_only: z.boolean().optional(),
  cap_drop: z.array(z.string()).optional(),
  ports: z.array(z.string()).optional(),
  // Null: as it is where Compose runs.
  environment: z.record(z.string(), z.string().nullable()).optional(),
  secrets: z
    .array(z.union([z.string(), z.object({ source: z.string() }).transform((each) => each.source)]))
    .optional(),
  healthcheck: z.object({ disable: z.boolean().optional() }).optional(),
  deploy: z.object({
    resources: z.object({ limits: z.object({ cpus: z.string(), memory: z.string() }) }),
  }),
})

const { services, secrets } = z
  .object({
    services: z.record(z.string(), service),
    secrets: z.record(z.string(), z.object({ file: z.string() })),
  })
  .parse(parse(read("compose.yaml"), { merge: true }))

const ours = Object.entries(services).filter(([, { image }]) => image.startsWith("atoll:"))

test.each(["Dockerfile", "deploy/pgbouncer/Dockerfile"])("%s has no fault", (file) => {
  expect(validate(read(file))).toEqual([])
  const user = DockerfileParser.parse(read(file))
    .getInstructions()
    .findLast((each) => each.getKeyword() === "USER")
  expect(["node", "postgres"]).toContain(user?.getArgumentsContent())
})

test("the image's health is that of its process", () => {
  const [check] = DockerfileParser.parse(read("Dockerfile")).getHEALTHCHECKs()
  expect(check?.getArgumentsContent()).toContain("/api/health/live")
})

test("the processes of one image differ by their commands", () => {
  const commands = Object.fromEntries(ours.map(([name]) => [name, commandOf(name).join(" ")]))
  expect(commands).toEqual({
    ...{ web1: "node server.js", web2: "node server.js", web3: "node server.js" },
    ...{ follower: "node indexer.mjs", keeper: "node keeper.mjs", migrate: "node migrate.mjs" },
  })
})

test("a program of ours writes nothing but its content, and has no more rights than it needs", () => {
  expect(ours.length).toBe(6)
  for (const [name, each] of ours)
    expect([name, each.read_only, each.cap_drop]).toEqual([name, true, ["ALL"]])
})

test("only the balancer can be reached from outside, and each service has its limits", () => {
  const open = Object.entries(services).filter(([, { ports = [] }]) =>
    ports.some((port) => !port.startsWith("127.0.0.1:")),
  )
  expect(open.map(([name]) => name)).toEqual(["haproxy"])
})

test("services whose health nobody can ask say so", () => {
  const others = Object.entries(services).filter(([name]) => !name.startsWith("web"))
  for (const [name, { healthcheck }] of others)
    expect([name, healthcheck !== undefined]).toEqual([name, true])
})

test("variables are those that the project reads, and every secret comes from a file", () => {
  const names = new Set([...variableNames, ...SECRETS.map((name) => `${name}_FILE`)])
  for (const [, { environment = {}, secrets: own = [] }] of ours) {
    const others = Object.keys(environment).filter((name) => !names.has(name))
    // The SDK's own.
    expect(others).toEqual(["OTEL_EXPORTER_OTLP_HEADERS", "OTEL_RESOURCE_ATTRIBUTES"])
    const files = Object.values(environment).filter((value) => value?.startsWith("/run/secrets/"))
    expect(files.map((file) => path.basename(file ?? "")).sort()).toEqual([...own].sort())
    expect(Object.keys(environment)).not.toContain("SESSION_SECRET")
  }
  const used = Object.values(services).flatMap((each) => each.secrets ?? [])
  expect([...new Set(used)].sort()).toEqual(Object.keys(secrets).sort())
})

/** What nobody sets in containers. */
const NOT_PASSED = [
  // The image sets them.
  ...["NODE_ENV", "PORT", "CONTENT_DIR", "DEPLOYMENTS_DIR"],
  // Of npm start and its chain.
  ...["HOST", "RPC_PORT", "DEV_WALLET", "LOCAL_CHAIN", "CONTRACT_ADDRESSES", "SAMPLE", "ACTIVITY"],
  ...["FEEDER", "FEEDER_SEED"],
  // Another one stands in its place: deployments/, Redis, PgBouncer, the followers; the build has WalletConnect.
  ...["CONTRACTS", "UPSTASH_REDIS_REST_URL", "UPSTASH_REDIS_REST_TOKEN", "DATABASE_PREPARED"],
  ...["INDEX_FOLLOWER", "CRON_SECRET", "WALLETCONNECT_PROJECT_ID"],
]

test("an operator can set every variable that has a meaning there", () => {
  const passed = new Set(ours.flatMap(([, { environment = {} }]) => Object.keys(environment)))
  const missing = variableNames.filter((name) => !passed.has(name) && !passed.has(`${name}_FILE`))
  expect(missing.sort()).toEqual(NOT_PASSED.sort())
})

test("every secret may stand in a file", () => {
  const passed = new Set(ours.flatMap(([, { environment = {} }]) => Object.keys(environment)))
  const missing = SECRETS.filter((name) => !passed.has(`${name}_FILE`))
  // Compose's own Redis has no password.
  const others = missing.filter((name) => !NOT_PASSED.includes(name))
  expect(others).toEqual(["REDIS_URL"])
})

test("secrets.sh makes the secrets, and keeps those that are there", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "atoll-secrets-"))
  const make = () => {
    expect(spawnSync("sh", ["deploy/secrets.sh", folder]).status).toBe(0)
    return Object.fromEntries(
      readdirSync(folder).map((name) => [name, read(path.join(folder, name))]),
    )
  }
  try {
    const first = make()
    expect(make()).toEqual(first)
    // The account of the keeper is its owner's.
    const names = Object.keys(secrets).filter((name) => name !== "keeper-private-key")
    expect(Object.keys(first).sort()).toEqual(names.sort())
    expect(first["session-secret"]).toMatch(/^[0-9a-f]{64}$/)
    expect(first["session-secret"]).not.toBe(first["token-encryption-key"])
    const password = first["postgres-password"] ?? ""
    expect(first["database-url"]).toBe(`postgresql://atoll:${password}@pgbouncer:6432/atoll`)
    expect(first["pgbouncer-userlist"]).toBe(`"atoll" "${password}"`)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
