import path from "node:path"
import { setTimeout } from "node:timers/promises"
import { execa } from "execa"
import pg from "pg"
import { mnemonicToAccount } from "viem/accounts"
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest"
import { z } from "zod"
import { alice, bob, carol } from "@/tests/helpers/chain"
import {
  createKey,
  type LoadRequest,
  signIn,
  startLoad,
  startReader,
} from "@/tests/helpers/cluster/clients"
import { type Cluster, startCluster, until } from "@/tests/helpers/cluster/cluster"
import { query } from "@/tests/helpers/cluster/database"
import { listImage } from "@/tests/helpers/cluster/image"
import type { ClusterProcess } from "@/tests/helpers/cluster/process"
import { DEPLOY, ROOT } from "@/tests/helpers/cluster/programs"
import { startPrometheus } from "@/tests/helpers/cluster/prometheus"
import { createImage, formData } from "@/tests/helpers/images"
import { dump } from "@/tests/lib/indexer/tables"

const MNEMONIC = "test test test test test test test test test test test junk"
/** What the standby of a follower, and the replica of a primary, may take to work; after it all goes well. */
const STANDBY_LIMIT_MS = 15_000
const PROMOTION_LIMIT_MS = 25_000
const FAILOVER_LIMIT_MS = 30_000

let cluster: Cluster
let prometheus: Awaited<ReturnType<typeof startPrometheus>>
let token: string
let files: readonly string[]
let key: string
let member: Awaited<ReturnType<typeof signIn>>

beforeAll(async () => {
  cluster = await startCluster({
    // All come from one address.
    variables: Object.fromEntries(
      ["KEY", "IP", "PAGE", "SYNC", "VIEW", "LOOKUP", "LIVE", "ROUNDS"].map((name) => [
        `RATE_LIMIT_${name}`,
        "1000000",
      ]),
    ),
  })
  prometheus = await startPrometheus(cluster)
  const { chain, url, image } = cluster
  files = listImage(image)
  await chain.buyMain(alice, "1000")
  token = (await chain.launch(alice)).token
  await chain.buy(bob, token, "100")
  await cluster.untilIndexed()
  member = await signIn(url, mnemonicToAccount(MNEMONIC, { addressIndex: 2 }))
  key = await createKey(url, member.cookie)
})
afterAll(async () => {
  await prometheus?.stop()
  await cluster?.stop()
})

/** Every server, asked without the balancer. */
const webUrls = () => cluster.web.map(({ url }) => url)

/** What goes on beside a test stops with it, also when it fails: the tests after it would fail as well. */
function beside<T extends { stop: () => Promise<void> }>(work: T): T {
  onTestFinished(() => work.stop())
  return work
}

/** Whatever the test does to it, it runs again afterwards. */
function runAgain(server: ClusterProcess) {
  onTestFinished(async () => {
    if (server.pid === 0) await server.start()
  })
}

/** Trades at a steady pace until it is stopped. */
function startTrading() {
  let isStopped = false
  const work = (async () => {
    for (let at = 0; !isStopped; at++) {
      await cluster.chain.buy([alice, bob, carol][at % 3] ?? alice, token, `${1 + (at % 9)}`)
      await setTimeout(200)
    }
  })()
  return {
    async stop() {
      isStopped = true
      await work
    },
  }
}

/** Pages and the API, read and written, as people and programs use them. */
function createRequests() {
  const writes = { sent: 0, done: 0 }
  const requests: LoadRequest[] = [
    { name: "home", path: "/" },
    { name: "launchpad", path: "/launchpad" },
    { name: "token", path: `/tokens/${token}` },
    { name: "pulse", path: "/api/pulse" },
    { name: "nonce", path: `/api/auth/nonce?address=${member.address}` },
    ...["trades", "supply"].map((list) => ({
      name: list,
      path: `/api/v1/tokens/${token}/${list}`,
      headers: { "x-api-key": key },
    })),
    {
      ...{ name: "username", path: "/api/v1/me/profile", method: "POST" },
      headers: { cookie: member.cookie },
      body: () => JSON.stringify({ username: `member_${++writes.sent}` }),
      onDone: (text) => {
        writes.done = Number(/member_(\d+)/.exec(text)?.[1])
      },
    },
  ]
  return { requests, writes }
}

const findUsername = async () => {
  const headers = { cookie: member.cookie }
  const answer = await fetch(`${cluster.url}/api/v1/me/profile`, { headers })
  return Number(/"username":"member_(\d+)"/.exec(await answer.text())?.[1])
}

test("compose.yaml is what Compose takes", async () => {
  const env = { BASE_URL: "https://atoll.example", CHAIN_ID: "1", RPC_URL: "https://rpc.example" }
  const { stderr, exitCode } = await execa("docker-compose", ["config", "--quiet"], {
    ...{ env, cwd: ROOT, reject: false },
  })
  expect([stderr, exitCode]).toEqual(["", 0])
})

test("Prometheus takes its configuration, with the rules of alerts", async () => {
  const file = path.join(DEPLOY, "prometheus/prometheus.yml")
  const { stdout, exitCode } = await execa("promtool", ["check", "config", file])
  expect([exitCode, stdout]).toEqual([0, expect.stringMatching(/SUCCESS: \d+ rules found/)])
})

test("a session of one server is valid on all, and its end too", async () => {
  const [first = "", ...others] = webUrls()
  const { cookie, address } = await signIn(first)
  const isSignedIn = async (url: string) => {
    const answer = await fetch(`${url}/api/auth/me?address=${address}`, { headers: { cookie } })
    return (await answer.json()).isLoggedIn
  }
  for (const url of [first, ...others, cluster.url]) expect(await isSignedIn(url)).toBe(true)
  const ended = await fetch(`${others[0]}/api/auth/me`, { method: "DELETE", headers: { cookie } })
  expect(ended.status).toBe(200)
  for (const url of [first, ...others]) expect(await isSignedIn(url)).toBe(false)
})

test("limits count the requests of all servers", async () => {
  const statuses: number[] = []
  for (let at = 0; at < 13; at++) {
    const { url } = cluster.web[at % cluster.web.length] ?? { url: "" }
    const headers = { cookie: member.cookie, "x-forwarded-for": "203.0.113.9" }
    statuses.push((await fetch(`${url}/api/v1/faucet/status`, { headers })).status)
  }
  expect(statuses.filter((status) => status === 429)).toHaveLength(3)
})

test("an image that one server takes is served by all", async () => {
  const [first = "", ...others] = webUrls()
  const answer = await fetch(`${first}/api/images`, {
    method: "POST",
    headers: { cookie: member.cookie },
    body: formData({ purpose: "avatar", file: await createImage() }),
  })
  expect(answer.status).toBe(200)
  const { cid, url } = await answer.json()
  for (const place of [`${first}/ipfs/${cid}`, ...others.map((at) => `${at}/ipfs/${cid}`), url]) {
    const image = await fetch(place)
    expect([place, image.status, image.headers.get("content-type")]).toEqual([
      ...[place, 200, "image/webp"],
    ])
  }
})

test("lists come from the replica, and whoever has changed something reads it everywhere", async () => {
  const nodes = await Promise.all(
    cluster.postgres.map(async (node) => ((await node.isPrimary()) ? [] : [node])),
  )
  const onReplica = (sql: string) => query(nodes.flat()[0]?.url(cluster.database) ?? "", sql)
  const stranger = await signIn(cluster.url)
  const asStranger = { "x-api-key": await createKey(cluster.url, stranger.cookie) }
  const read = async (url: string, headers: Record<string, string>) => {
    const answer = await fetch(`${url}/api/v1/tokens/${token}/trades`, { headers })
    expect(answer.status).toBe(200)
    return answer.text()
  }
  const health = z.object({
    checks: z.object({ replicas: z.array(z.object({ ok: z.boolean() })) }),
  })
  for (const url of webUrls()) {
    await until(async () => {
      const { checks } = health.parse(await (await fetch(`${url}/api/health`)).json())
      return checks.replicas[0]?.ok ?? false
    }, "the replica is read")
  }
  const resume = async () => void (await onReplica("select pg_wal_replay_resume()"))
  onTestFinished(resume)
  await onReplica("select pg_wal_replay_pause()")
  const { transactionHash } = await cluster.chain.buy(bob, token, "7")
  const reported = await fetch(`${cluster.url}/api/v1/sync`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ txHash: transactionHash }),
  })
  expect(reported.status).toBe(200)
  const seen = { "x-read-position": reported.headers.get("x-read-position") ?? "" }
  // A server whose replica was slow in this moment asks the primary.
  const others = await Promise.all(webUrls().map((url) => read(url, asStranger)))
  expect(others.some((text) => !text.includes(transactionHash))).toBe(true)
  for (const url of [...webUrls(), cluster.url]) {
    expect(await read(url, { "x-api-key": key, ...seen })).toContain(transactionHash)
  }
  await resume()
  for (const url of webUrls()) {
    const isThere = async () => (await read(url, asStranger)).includes(transactionHash)
    await until(isThere, "everybody reads it", 5_000)
  }
})

test("a stream goes on at another server, without loss and without repeating", async () => {
  const { chain } = cluster
  const base = await chain.head()
  const reader = beside(startReader(webUrls(), `trades:${token},blocks`, member.cookie))
  await until(
    async () => reader.state.isReady || reader.state.connections > 0,
    "the stream is open",
  )
  for (let at = 0; at < 24; at++) {
    await chain.buy(bob, token, "2")
    if (at % 4 !== 3) continue
    const { connections } = reader.state
    reader.cut()
    await until(async () => reader.state.connections > connections, "the stream is open again")
  }
  await cluster.untilIndexed()
  const end = await chain.head()
  await until(async () => reader.keeper.of("block").has(`${end}`), "the stream has the last block")
  await reader.stop()
  expect(reader.keeper.repeated).toEqual([])
  const blocks = [...reader.keeper.of("block").keys()].map(Number).filter((block) => block > base)
  expect(blocks).toHaveLength(end - base)
  expect(reader.keeper.of("trade").size).toBe(24)
  expect(reader.state.connections).toBeGreaterThan(3)
})

test("all web servers restart in turn: no request is lost, and a stream misses nothing", async () => {
  const base = await cluster.chain.head()
  const reader = beside(startReader([cluster.url], "blocks", member.cookie))
  await until(async () => reader.state.connections > 0, "the stream is open")
  const trading = beside(startTrading())
  const { requests } = createRequests()
  const load = beside(startLoad(cluster.url, requests, () => 400))
  await setTimeout(2_000)
  for (const { server } of cluster.web) {
    runAgain(server)
    await server.restart()
    // Until the balancer sends to it again.
    await setTimeout(2_000)
  }
  await load.stop()
  await trading.stop()
  console.log(
    `Rolling restart: ${load.counts.requests} requests, a stream opened ${reader.state.connections} times`,
  )
  expect([load.failures, load.refusals]).toEqual([[], []])
  expect(load.counts.requests).toBeGreaterThan(300)
  const end = await cluster.chain.head()
  await until(async () => reader.keeper.of("block").has(`${end}`), "the stream has the last block")
  await reader.stop()
  expect(reader.keeper.repeated).toEqual([])
  const blocks = [...reader.keeper.of("block").keys()].map(Number).filter((block) => block > base)
  expect(blocks).toHaveLength(end - base)
  expect(reader.state.connections).toBeGreaterThan(1)
}, 240_000)

test("a follower that is killed is replaced by the standby", async () => {
  const working = cluster.followers.find((each) => each.readLog().includes("Indexed up to"))
  if (working) runAgain(working)
  await working?.kill()
  const killed = Date.now()
  await cluster.chain.buy(carol, token, "3")
  await cluster.untilIndexed(STANDBY_LIMIT_MS)
  console.log(`Standby of the follower: ${Date.now() - killed} ms`)
})

test("the primary is killed: the replica takes its place, and writes work again", async () => {
  const former = await cluster.primary()
  if (former) runAgain(former.server)
  const trading = beside(startTrading())
  const { requests, writes } = createRequests()
  const load = beside(startLoad(cluster.url, requests, () => 50))
  await setTimeout(2_000)
  await former?.server.kill()
  const killed = Date.now()
  await until(
    async () => (await cluster.primary()) !== undefined,
    "the replica is promoted",
    PROMOTION_LIMIT_MS,
  )
  const promoted = Date.now()
  const sent = writes.sent
  await until(async () => writes.done > sent, "a write is done", FAILOVER_LIMIT_MS)
  const written = Date.now()
  await cluster.untilIndexed(FAILOVER_LIMIT_MS)
  // All goes well from then on.
  await setTimeout(5_000)
  await load.stop()
  await trading.stop()
  const { counts, failures, refusals } = load
  console.log(
    `Promotion after ${promoted - killed} ms, a write after ${written - killed} ms, the last refusal after ${load.lastFailure() - killed} ms: ${counts.requests} requests, ${counts.refused} refused`,
  )
  expect(failures).toEqual([])
  expect(refusals.filter((line) => !line.includes(": 503 "))).toEqual([])
  expect(load.lastFailure() - killed).toBeLessThan(FAILOVER_LIMIT_MS)
  // What was acknowledged is there, and perhaps what came after it.
  expect(await findUsername()).toBeGreaterThanOrEqual(writes.done)
  await former?.server.start()
  await until(async () => (await former?.isSynchronous()) ?? false, "the former primary follows")
}, 240_000)

test("nothing is written but the content: the root file system may be read-only", async () => {
  const paths = ["/", "/docs", "/opengraph-image", `/tokens/${token}/opengraph-image`]
  for (const at of [...paths, "/api/openapi.json", "/llms.txt", "/sitemap.xml"])
    expect([at, (await fetch(cluster.url + at)).status]).toEqual([at, 200])
  expect(files.length).toBeGreaterThan(100)
  expect(listImage(cluster.image)).toEqual(files)
})

test("Prometheus has heard all processes of ours, and evaluates every rule", async () => {
  const programs = async () => {
    const up = await prometheus.find('up{job="atoll"} == 1 and on (instance) atoll_database_up')
    const named = await prometheus.find("process_start_time_seconds")
    return [up.length, named.map(({ program }) => program).sort()]
  }
  const all = ["follower", "follower", "keeper", "web", "web", "web"]
  await expect.poll(programs, { timeout: 40_000 }).toEqual([6, all])
  expect(await prometheus.find('haproxy_backend_active_servers{proxy="reads"} == 3')).toHaveLength(
    1,
  )
  expect((await prometheus.find("atoll_replica_ok")).length).toBe(3)
  const rules = await prometheus.rules()
  expect(rules.length).toBeGreaterThan(10)
  expect(rules.filter(({ health }) => health !== "ok")).toEqual([])
})

test("in the end every table equals an index made anew", async () => {
  await cluster.untilIndexed()
  const fresh = await cluster.indexAnew()
  const [ours, theirs] = await Promise.all(
    [cluster.databaseUrl, fresh.url].map(async (connectionString) => {
      const pool = new pg.Pool({ connectionString })
      return dump(pool).finally(() => pool.end())
    }),
  )
  expect(Object.keys(ours ?? {}).length).toBeGreaterThan(40)
  expect(ours).toEqual(theirs)
  expect(ours?.trade?.length).toBeGreaterThan(30)
})
