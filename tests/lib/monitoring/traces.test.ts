import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import path from "node:path"
import { afterAll, afterEach, beforeAll, expect, inject, test } from "vitest"
import { bundle } from "@/scripts/bundle-program.mjs"
import { bundleForTest } from "@/tests/helpers/bundle"
import { alice, bob, configureChain, startChain, type TestChain } from "@/tests/helpers/chain"
import { killPrograms, startProgram } from "@/tests/helpers/programs"
import { attributesOf, startTraceReceiver } from "@/tests/helpers/trace-receiver"

const TRACE = "0af7651916cd43dd8448eb211c80319c"
const CALLER = "b7ad6b7169203331"
const NODE_SECRET = "the-secret-of-the-node"

/** What follows the import of a module, into a file: the loader's own thread has no other way out. */
const HOOKS = `
import { appendFileSync } from "node:fs"
export async function load(url, context, next) {
  appendFileSync(process.env.LOADED, url + "\\n")
  return next(url, context)
}`

let receiver: Awaited<ReturnType<typeof startTraceReceiver>>
let chain: TestChain
let folder: string
const running = new Set<ChildProcess>()

beforeAll(async () => {
  chain = await startChain()
  configureChain(chain)
  await chain.buyMain(alice, "1000")
  folder = path.join(inject("folder"), "traces")
  mkdirSync(folder, { recursive: true })
  await bundle({
    entryPoints: ["tests/lib/monitoring/traced-server.ts"],
    outdir: folder,
    outExtension: { ".js": ".mjs" },
    splitting: true,
  })
  writeFileSync(path.join(folder, "hooks.mjs"), HOOKS)
  const register = `import { register } from "node:module"\nregister("./hooks.mjs", import.meta.url)`
  writeFileSync(path.join(folder, "register.mjs"), register)
  receiver = await startTraceReceiver()
})

afterAll(async () => {
  receiver?.stop()
  await chain?.stop()
})

afterEach(async () => {
  await killPrograms()
  for (const child of running) child.kill("SIGKILL")
  receiver.clear()
})

async function start(variables: Record<string, string> = {}) {
  const loaded = path.join(folder, "loaded")
  rmSync(loaded, { force: true })
  const child = spawn(
    process.execPath,
    ["--import", path.join(folder, "register.mjs"), path.join(folder, "traced-server.mjs")],
    {
      env: {
        ...process.env,
        NODE_ENV: "production",
        RPC_URL: `${chain.url}/?key=${NODE_SECRET}`,
        ATOLL_ROUTES: "/tokens/[address] /api/v1/sync",
        LOADED: loaded,
        ...variables,
      },
      stdio: ["ignore", "pipe", "inherit", "ipc"],
    },
  )
  running.add(child)
  let output = ""
  child.stdout?.on("data", (chunk) => {
    output += chunk
  })
  const [url] = await once(child, "message")
  return {
    url: `${url}`,
    log: () => output,
    loads: (name: string) => readFileSync(loaded, "utf8").includes(`/${name}-`),
    /** Ends the server as a host does; answers its code and how long it took. */
    end: async () => {
      const startedAt = performance.now()
      child.kill("SIGTERM")
      const [code] = await once(child, "exit")
      return { code, ms: performance.now() - startedAt }
    },
  }
}

const headers = { traceparent: `00-${TRACE}-${CALLER}-01` }

test("a page is one trace, from its caller through the cache to SQL and the node", async () => {
  const server = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url })
  expect(server.loads("traces")).toBe(true)
  const answer = await fetch(`${server.url}/tokens/a-private-symbol?q=a-private-query`, { headers })
  expect(await answer.text()).toBe("<p>A page</p>")
  expect(answer.headers.get("x-request-id")).toBe(TRACE)
  await fetch(`${server.url}/api/health/live`)
  await fetch(`${server.url}/_next/static/a.js`)
  await new Promise((resolve) => setTimeout(resolve, 500))
  expect((await server.end()).code).toBe(143)

  const page = ["GET /tokens/[address]", "GET", "GET /tokens/[address]"]
  expect(receiver.pathTo(receiver.find("select token"))).toEqual([CALLER, ...page, "select token"])
  expect(receiver.pathTo(receiver.find("eth_blockNumber"))).toEqual([
    CALLER,
    ...page,
    "eth_blockNumber",
  ])
  // "select": the settings of a new connection.
  expect(new Set(receiver.spans.map(({ name }) => name))).toEqual(
    new Set([...page, "select", "select token", "eth_blockNumber"]),
  )
  expect(new Set(receiver.spans.map(({ traceId }) => traceId))).toEqual(new Set([TRACE]))
  const [first] = receiver.spans.filter(({ parentSpanId }) => parentSpanId === CALLER)
  expect(first && attributesOf(first)).toMatchObject({
    "http.request.method": "GET",
    "http.route": "/tokens/[address]",
    "http.response.status_code": 200,
    "atoll.request_id": TRACE,
  })
  expect(attributesOf(receiver.find("select token"))).toMatchObject({
    "db.system.name": "postgresql",
    "db.query.text": "select address from token where symbol = $1",
    "db.query.summary": "select token",
  })
  expect(attributesOf(receiver.find("eth_blockNumber"))).toMatchObject({
    "rpc.system.name": "jsonrpc",
    "rpc.method": "eth_blockNumber",
    "server.address": "127.0.0.1",
  })
  expect(receiver.text).toContain(`{"key":"service.name","value":{"stringValue":"atoll-web"}}`)
  const failed = receiver.spans.find(({ status }) => status.code === 2)
  expect(failed).toMatchObject({ name: "select", status: { code: 2 } })
  expect(failed?.status.message).toBeUndefined()
  // The path of a page stands in its span, as in the access log; what the statement was given does not.
  expect(JSON.stringify([receiver.find("select token"), receiver.find("GET")])).not.toContain(
    "a-private",
  )
  expect(receiver.text).not.toMatch(/a-private-query|user_agent|127\.0\.0\.1:\d+\/\?/)
  expect(receiver.text).not.toContain(NODE_SECRET)
  const line = server
    .log()
    .split("\n")
    .find((each) => each.includes("Rendered for"))
  expect(JSON.parse(line ?? "{}")).toMatchObject({ requestId: TRACE, traceId: TRACE })
})

test("a route is one trace, with the statements that index a transaction, and without their values", async () => {
  const { token, hash } = await buy()
  const server = await start({
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${receiver.url}/v1/traces`,
    OTEL_SERVICE_NAME: "reef",
  })
  const sync = (txHash: string) =>
    fetch(`${server.url}/api/v1/sync`, {
      method: "POST",
      headers: { ...headers, "Content-Type": "application/json", "X-Request-Id": "my-request-1" },
      body: JSON.stringify({ txHash }),
    })
  expect(await (await sync(hash)).json()).toMatchObject({ success: true })
  await server.end()
  const route = [CALLER, "POST /api/v1/sync", "sync transaction"]
  const calls = receiver.spans.filter(({ name }) => name.startsWith("eth_"))
  expect(calls.length).toBeGreaterThan(1)
  for (const call of calls) expect(receiver.pathTo(call).slice(0, 3)).toEqual(route)
  expect(receiver.pathTo(receiver.find("insert trade"))).toEqual([...route, "insert trade"])
  expect(attributesOf(receiver.find("POST /api/v1/sync"))["atoll.request_id"]).toBe("my-request-1")
  expect(receiver.text).toContain(`{"key":"service.name","value":{"stringValue":"reef"}}`)
  // The values of statements: nothing but the hash that the transaction's own span has.
  for (const secret of [token.slice(2), bob.slice(2), NODE_SECRET]) {
    expect(receiver.text.toLowerCase()).not.toContain(secret)
  }
})

async function buy() {
  const { token } = await chain.launch(alice)
  const { transactionHash } = await chain.buy(bob, token, "100")
  return { token: token.toLowerCase(), hash: transactionHash }
}

test("the follower's blocks are traces of their own", async () => {
  const file = await bundleForTest("scripts/indexer.ts")
  startProgram(file, {
    RPC_URL: `${chain.url}/?key=${NODE_SECRET}`,
    CONTRACTS: JSON.stringify(chain.book),
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
    OTEL_BSP_SCHEDULE_DELAY: "200",
  })
  const paths = () => receiver.spans.map((one) => receiver.pathTo(one).slice(1).join(" > "))
  const expected = [
    "read blocks > eth_getBlockByNumber, eth_getLogs",
    "store blocks > insert index_cursor",
  ]
  await expect.poll(paths).toEqual(expect.arrayContaining(expected))
  await killPrograms()
  // What polls between blocks is not traced.
  const first = receiver.spans.filter(({ parentSpanId }) => !parentSpanId)
  expect(first.filter(({ name }) => !/^(read blocks|store blocks|job .+)$/.test(name))).toEqual([])
  expect(receiver.text).toContain('"stringValue":"atoll-follower"')
  expect(receiver.text).not.toContain(NODE_SECRET)
})

test.each([
  ["a caller's decision", { "00": "not sampled" }, `00-${TRACE}-${CALLER}-00`, {}],
  ["the sampler", {}, "", { OTEL_TRACES_SAMPLER: "parentbased_always_off" }],
])("%s leaves a request out", async (_, __, traceparent, variables) => {
  const server = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url, ...variables })
  const answer = await fetch(`${server.url}/tokens/x`, {
    ...(traceparent && { headers: { traceparent } }),
  })
  expect(answer.status).toBe(200)
  await server.end()
  expect(receiver.spans).toEqual([])
})

test("a ratio takes a part of the requests, each with all its parts", async () => {
  const server = await start({
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
    OTEL_TRACES_SAMPLER: "parentbased_traceidratio",
    OTEL_TRACES_SAMPLER_ARG: "0.5",
  })
  const count = 40
  for (let at = 0; at < count; at++) await (await fetch(`${server.url}/tokens/t${at}`)).text()
  await server.end()
  const firsts = receiver.spans.filter(({ parentSpanId }) => !parentSpanId)
  // Chance leaves it once in a million runs.
  expect(firsts.length).toBeGreaterThan(4)
  expect(firsts.length).toBeLessThan(count - 4)
  const statements = receiver.spans.filter(({ name }) => name === "select token")
  expect(statements.map(({ traceId }) => traceId).sort()).toEqual(
    firsts.map(({ traceId }) => traceId).sort(),
  )
})

test("without a receiver requests are as fast, and a process ends as soon", async () => {
  // Takes connections and never answers.
  const silent = createServer(() => {})
  await once(silent.listen(0, "127.0.0.1"), "listening")
  const { port } = silent.address() as AddressInfo
  const server = await start({
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
    OTEL_BSP_SCHEDULE_DELAY: "50",
    OTEL_BSP_MAX_QUEUE_SIZE: "64",
    OTEL_BSP_MAX_EXPORT_BATCH_SIZE: "16",
    OTEL_EXPORTER_OTLP_TIMEOUT: "500",
  })
  for (let at = 0; at < 60; at++) {
    const startedAt = performance.now()
    expect((await fetch(`${server.url}/tokens/t${at}`)).status).toBe(200)
    expect(performance.now() - startedAt).toBeLessThan(2_000)
  }
  await expect.poll(server.log).toContain("Traces cannot be sent, and are dropped")
  expect(server.log().split("Traces cannot be sent")).toHaveLength(2)
  const { code, ms } = await server.end()
  expect(code).toBe(143)
  expect(ms).toBeLessThan(5_000)
  silent.closeAllConnections()
  silent.close()
})

test("without an address nothing of it is loaded", async () => {
  const server = await start()
  expect((await fetch(`${server.url}/tokens/x`, { headers })).status).toBe(200)
  await server.end()
  expect(server.loads("traces")).toBe(false)
  expect(receiver.spans).toEqual([])
})
