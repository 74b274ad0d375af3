import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"
import { setTimeout } from "node:timers/promises"
import { serverUser } from "@/scripts/database/place.mjs"
import { freePort } from "@/scripts/local/anvil"
import { startChain } from "@/tests/helpers/chain"
import { keepsStatements } from "@/tests/helpers/pgbouncer"
import {
  createEtcd,
  createPgbouncer,
  createPostgres,
  DATABASE,
  type DatabaseNode,
  databaseUrl,
  query,
} from "./database"
import { commandOf, createImage, environmentOf } from "./image"
import { ClusterProcess, type ProcessOptions } from "./process"
import { DEPLOY } from "./programs"

const HOST = "127.0.0.1"
/** Where `npm test -- cluster` builds. */
const DIST_DIR = process.env.CLUSTER_BUILD ?? ".next"
/** One of the chain's accounts, which needs no other rights. */
const KEEPER_KEY = "0x2a871d0798f97d79848a013d4936a73bf4cc922c825d33c1cf7073dff6d409c6"

export type Cluster = Awaited<ReturnType<typeof startCluster>>

type Options = {
  /** Further variables of all programs of ours. */
  variables?: Record<string, string>
  /** What stands between the programs and the chain: its address, by the chain's. */
  through?: (url: string) => Promise<string>
  /** Variables of one program alone, by its name. */
  variablesOf?: (name: string) => Record<string, string>
  /** Does something to the folder before anything is in it; what it returns, when all has ended. */
  prepare?: (folder: string) => () => void
}

/**
 * The whole product as several hosts run it, on this machine: PostgreSQL with a replica under Patroni, PgBouncer, Redis,
 * HAProxy, web servers, followers, a keeper and a chain, configured by the files of `deploy/`.
 */
export async function startCluster({
  variables = {},
  through = async (url) => url,
  variablesOf = () => ({}),
  prepare = () => () => {},
}: Options = {}) {
  const folder = createFolder()
  const release = prepare(folder)
  const running: ClusterProcess[] = []
  const add = (options: Omit<ProcessOptions, "folder">) => {
    const server = new ClusterProcess({ folder, ...options })
    running.push(server)
    return server
  }
  const chain = await startChain()
  const stop = async () => {
    for (const server of running.reverse()) await server.stop()
    await chain.stop()
    release()
    if (!process.env.CLUSTER_KEEP) rmSync(folder, { recursive: true, force: true })
  }
  try {
    const etcd = await createEtcd({ folder })
    const nodes = [
      await createPostgres({ folder }, "postgres1", etcd.address),
      await createPostgres({ folder }, "postgres2", etcd.address),
    ] as const
    const webPorts = await Promise.all([freePort(), freePort(), freePort()])
    const balancer = await createBalancer(add, webPorts, nodes)
    const pgbouncer = await createPgbouncer({ folder }, balancer.primaryPort)
    running.unshift(etcd.server, ...nodes.map(({ server }) => server), pgbouncer.server)
    const redis = await createRedis(add)

    await etcd.server.start()
    await nodes[0].server.start()
    await Promise.all([nodes[1].server.start(), redis.server.start(), balancer.server.start()])
    await query(nodes[0].url("postgres"), `create database ${DATABASE}`)
    await pgbouncer.server.start()

    const direct = databaseUrl(balancer.primaryPort, DATABASE)
    const composed = environmentOf("web1")
    const environment = {
      NODE_ENV: "production",
      BASE_URL: balancer.url,
      DATABASE_URL: pgbouncer.url,
      DATABASE_DIRECT_URL: direct,
      DATABASE_REPLICA_URL: databaseUrl(balancer.replicaPort, DATABASE),
      DATABASE_PREPARED: keepsStatements ? "on" : "off",
      DATABASE_POOL: "6",
      REDIS_URL: redis.url,
      SESSION_SECRET: "a secret of the cluster with more than 32 characters",
      TOKEN_ENCRYPTION_KEY: "another secret of the cluster, as long as the first",
      RPC_URL: await through(chain.url),
      CHAIN_ID: "31337",
      CONTRACTS: JSON.stringify(chain.book),
      CONTENT_DIR: path.join(folder, "content"),
      TRUSTED_PROXY_HEADER: composed.TRUSTED_PROXY_HEADER ?? "",
      DRAIN_SECONDS: composed.DRAIN_SECONDS ?? "",
      ...variables,
    }
    const image = createImage(folder, DIST_DIR)
    const user = createContentFolder(environment.CONTENT_DIR)
    /** A program of ours by the command of a service of compose.yaml; it may write nothing but the content. */
    const run = (service: string, name: string, more: Record<string, string>) => {
      const [, ...args] = commandOf(service)
      const own = { ...environment, ...more, ...variablesOf(name) }
      // One has its secrets in files, the others in their environment.
      const env = name === "web1" ? { ...own, ...placeSecrets(folder, own, composed) } : own
      return { name, file: process.execPath, args, cwd: image, user, env }
    }
    const createMigration = (own: Record<string, string> = {}) =>
      add(run("migrate", "migrate", own))
    const migration = createMigration()
    await migration.run()

    const metricsPorts = await Promise.all(Array.from({ length: webPorts.length + 3 }, freePort))
    const metricsAt = (at: number) => ({ METRICS_PORT: `${metricsPorts[at]}` })
    const web = webPorts.map((port, at) => {
      const url = `http://${HOST}:${port}`
      const server = add({
        ...run(`web${at + 1}`, `web${at + 1}`, {
          ...{ PORT: `${port}`, HOSTNAME: HOST },
          ...metricsAt(at),
        }),
        isReady: async () => (await fetch(`${url}/api/health/ready`)).ok,
      })
      return { server, url }
    })
    const followers = [1, 2].map((at) =>
      add(run("follower", `follower${at}`, metricsAt(webPorts.length - 1 + at))),
    )
    const createKeeper = (name: string, more: Record<string, string> = {}) =>
      add(run("keeper", name, { KEEPER_PRIVATE_KEY: KEEPER_KEY, ...more }))
    const keeper = createKeeper("keeper", metricsAt(webPorts.length + 2))
    await Promise.all(
      [...web.map(({ server }) => server), ...followers, keeper].map((it) => it.start()),
    )
    await until(() => nodes[1].isSynchronous(), "the replica has all that is committed")
    await until(() => balancer.isServing(web.length), "the balancer uses all servers")

    const isIndexed = async (url: string) => {
      const [head, { rows }] = await Promise.all([
        chain.head(),
        query(
          url,
          `select indexed_block from index_cursor where id = 1
            and not exists (select from token_reading where due_block <= indexed_block)`,
        ),
      ])
      return rows[0]?.indexed_block === head
    }
    /** A database of its own, whose follower has read the whole chain and ended. */
    const indexAnew = async () => {
      const name = `anew_${Date.now()}`
      await query(direct, `create database ${name}`)
      const url = databaseUrl(balancer.primaryPort, name)
      const own = { DATABASE_URL: url, DATABASE_DIRECT_URL: url }
      await createMigration(own).run()
      const reader = add(run("follower", name, own))
      await reader.start()
      await until(() => isIndexed(url), "the new index is at the head").finally(() => reader.stop())
      const drop = () => query(direct, `drop database ${name} with (force)`)
      return { url, drop }
    }
    const cluster = {
      folder,
      /** Where the programs of ours are, as in a container. */
      image,
      chain,
      /** What people and programs reach. */
      url: balancer.url,
      databaseUrl: direct,
      environment,
      /** The ports behind which programs reach PostgreSQL. */
      databasePorts: [pgbouncer.port, balancer.primaryPort, balancer.replicaPort],
      /** Where each process of ours answers its metrics. */
      metricsPorts,
      /** The balancer's. */
      balancerMetrics: balancer.metrics,
      etcd: etcd.server,
      postgres: nodes,
      pgbouncer: pgbouncer.server,
      redis: redis.server,
      balancer: balancer.server,
      web,
      followers,
      keeper,
      createKeeper,
      migration,
      primary: () => findPrimary(nodes),
      /** Its name, by which each PostgreSQL knows it. */
      database: DATABASE,
      /** Waits until the index stands on the node's newest block. */
      untilIndexed: (limitMs = 60_000) =>
        until(() => isIndexed(direct), "the index is at the head", limitMs),
      indexAnew,
      query: (sql: string, values?: unknown[]) => query(direct, sql, values),
      stop,
    }
    await cluster.untilIndexed()
    return cluster
  } catch (error) {
    await stop()
    throw error
  }
}

/** The one that takes writes; undefined in between. */
async function findPrimary(nodes: readonly DatabaseNode[]) {
  for (const node of nodes) if (await node.isPrimary()) return node
  return undefined
}

/** Where all processes work, and whose run is recorded. */
export function createFolder() {
  const parent = process.env.CLUSTER_FOLDER ?? tmpdir()
  mkdirSync(parent, { recursive: true })
  const folder = mkdtempSync(path.join(parent, "atoll-cluster-"))
  // PostgreSQL's user works inside.
  chmodSync(folder, 0o755)
  return folder
}

/** The one folder that our programs write, and the user they run as: never root. */
function createContentFolder(content: string) {
  mkdirSync(content)
  const { uid, gid } = serverUser(content)
  if (uid !== undefined && gid !== undefined) chownSync(content, uid, gid)
  return { uid, gid }
}

/** The variables of the secrets that compose.yaml mounts as files, and the files. */
function placeSecrets(
  folder: string,
  values: Record<string, string>,
  composed: Record<string, string | null>,
) {
  const entries = Object.entries(composed).flatMap(([variable, place]) => {
    const name = variable.replace(/_FILE$/, "")
    if (!place?.startsWith("/run/secrets/")) return []
    const file = path.join(folder, path.basename(place))
    writeFileSync(file, values[name] ?? "")
    return [[name, ""] as const, [variable, file] as const]
  })
  return Object.fromEntries(entries)
}

type Add = (options: Omit<ProcessOptions, "folder">) => ClusterProcess

async function createRedis(add: Add) {
  const port = await freePort()
  const server = add({
    name: "redis",
    file: "redis-server",
    args: ["--port", `${port}`, "--bind", HOST, "--save", "", "--appendonly", "no"],
    isReady: async () => server.readLog().includes("Ready to accept connections"),
  })
  return { server, url: `redis://${HOST}:${port}` }
}

/** HAProxy before the web servers and the two PostgreSQL, by the files of `deploy/`. */
export async function createBalancer(add: Add, webPorts: number[], nodes: readonly DatabaseNode[]) {
  const [port, metricsPort, primaryPort, replicaPort] = await Promise.all(
    Array.from({ length: 4 }, freePort),
  )
  const files = ["haproxy/haproxy.cfg", "haproxy/postgres.cfg"]
  const metrics = `http://${HOST}:${metricsPort}/metrics`
  const server = add({
    name: "haproxy",
    file: "haproxy",
    args: ["-db", ...files.flatMap((file) => ["-f", path.join(DEPLOY, file)])],
    env: {
      WEB_BIND: `${HOST}:${port}`,
      METRICS_BIND: `${HOST}:${metricsPort}`,
      POSTGRES_PRIMARY_BIND: `${HOST}:${primaryPort}`,
      POSTGRES_REPLICA_BIND: `${HOST}:${replicaPort}`,
      ...Object.fromEntries(webPorts.map((each, at) => [`WEB_${at + 1}`, `${HOST}:${each}`])),
      ...Object.fromEntries(
        nodes.flatMap(({ address, host, restPort }, at) => [
          [`POSTGRES_${at + 1}`, address],
          [`PATRONI_${at + 1}_ADDRESS`, host],
          [`PATRONI_${at + 1}_PORT`, `${restPort}`],
        ]),
      ),
    },
    graceMs: 2_000,
    isReady: async () => (await fetch(metrics)).ok,
  })
  /** Whether so many web servers take requests. */
  const isServing = async (count: number) => {
    const text = await (await fetch(metrics)).text()
    const active = /haproxy_backend_active_servers\{proxy="reads"\} (\d+)/.exec(text)
    return Number(active?.[1]) === count
  }
  return {
    server,
    url: `http://${HOST}:${port}`,
    metrics,
    primaryPort: primaryPort ?? 0,
    replicaPort: replicaPort ?? 0,
    isServing,
  }
}

/** Waits for a state. */
export async function until(isThere: () => Promise<boolean>, what: string, limitMs = 60_000) {
  const deadline = Date.now() + limitMs
  while (!(await isThere().catch(() => false))) {
    if (Date.now() > deadline) throw new Error(`Not after ${limitMs / 1000} s: ${what}`)
    await setTimeout(50)
  }
}
