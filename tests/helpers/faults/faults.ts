import { setTimeout } from "node:timers/promises"
import type { Cluster } from "@/tests/helpers/cluster/cluster"
import { query } from "@/tests/helpers/cluster/database"
import type { ClusterProcess } from "@/tests/helpers/cluster/process"
import type { NodeState } from "@/tests/lib/indexer/proxy"
import type { Supervisor } from "./supervisor"

/** A fault begins, lasts, and ends by the function that its beginning returns. */
export type Fault = {
  name: string
  ms: number
  begin: () => Promise<() => unknown>
}

type Node = { set: (state: NodeState) => void }
type Parts = {
  cluster: Cluster
  supervisor: Supervisor
  node: Node
  random: (below: number) => number
}

/** A stalled process is replaced within 15 s: a longer stall shows that. */
const STALL_MS = 18_000
/** A primary is replaced when Patroni has not heard of it for 20 s. */
const FAILOVER_MS = 30_000

export function listFaults(parts: Parts): Fault[] {
  const { cluster, random } = parts
  const { web, pgbouncer, redis } = cluster
  const oneWeb = () => web[random(web.length)]?.server
  const primary = async () => (await cluster.primary())?.server
  const replica = async () => {
    const current = await cluster.primary()
    return cluster.postgres.find((each) => each !== current)?.server
  }
  return [
    ...both(parts, "web server", async () => oneWeb(), 10_000),
    ...both(parts, "follower", () => findWorking(cluster), STALL_MS),
    ...both(parts, "standby of the follower", () => findStandby(cluster), 8_000),
    ...both(parts, "keeper", async () => cluster.keeper, 12_000),
    ...both(parts, "PgBouncer", async () => pgbouncer, 6_000),
    ...both(parts, "Redis", async () => redis, 8_000),
    ...both(parts, "primary", primary, FAILOVER_MS),
    ...both(parts, "replica", replica, 8_000),
    { name: "connections cut", ms: 6_000, begin: async () => cutConnections(cluster) },
    ...listNodeFaults(parts),
  ]
}

/** Killed as by a lost machine, and stalled. */
function both(
  { supervisor }: Parts,
  name: string,
  find: () => Promise<ClusterProcess | undefined>,
  ms: number,
): Fault[] {
  const need = async () => {
    const server = await find()
    if (!server) throw new Error(`No ${name} runs`)
    return server
  }
  const kill = async () => {
    const server = await need()
    supervisor.leave(server)
    await server.kill()
    return () => supervisor.restart(server)
  }
  const stall = async () => {
    const server = await need()
    server.stall()
    return () => server.resume()
  }
  return [
    { name: `${name} killed`, ms, begin: kill },
    { name: `${name} stalled`, ms, begin: stall },
  ]
}

async function findHolder(cluster: Cluster) {
  const { rows } = await cluster.query(
    "select split_part(holder, ' ', 2)::int as pid from lease where name = 'follower'",
  )
  return rows[0]?.pid
}

async function findWorking(cluster: Cluster) {
  const pid = await findHolder(cluster)
  return cluster.followers.find((each) => each.pid === pid)
}

async function findStandby(cluster: Cluster) {
  const pid = await findHolder(cluster)
  return cluster.followers.find((each) => each.pid !== pid)
}

/** Again and again, in the middle of whatever transactions are under way. */
async function cutConnections(cluster: Cluster) {
  const stop = new AbortController()
  const primary = await cluster.primary()
  const work = (async () => {
    while (!stop.signal.aborted) {
      await query(
        primary?.url("atoll") ?? "",
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = 'atoll'
        and backend_type = 'client backend' and xact_start is not null and pid <> pg_backend_pid()`,
      ).catch(() => {})
      await setTimeout(100)
    }
  })()
  return async () => {
    stop.abort()
    await work
  }
}

/** A node that is away, behind, or says what is not so; and a chain that takes blocks back. */
function listNodeFaults({ cluster: { chain }, node, random }: Parts): Fault[] {
  const lie = (name: string, ms: number, begin: () => Promise<NodeState> | NodeState): Fault => ({
    name,
    ms,
    begin: async () => {
      node.set(await begin())
      return () => node.set({ kind: "well" })
    },
  })
  const alter = (alter: (method: string, result: unknown) => unknown): NodeState => ({
    ...{ kind: "altered", alter },
  })
  return [
    lie("node does not answer", 8_000, () => ({ kind: "stalling" })),
    lie("node refuses connections", 8_000, () => ({ kind: "down" })),
    lie("node answers 503", 8_000, () => ({ kind: "refusing" })),
    lie("node falls behind", 8_000, async () => {
      return { kind: "lagging", head: (await chain.head()) - 1 - random(30) }
    }),
    lie("node lacks receipts", 8_000, () =>
      alter((method, result) => (method === "eth_getTransactionReceipt" ? null : result)),
    ),
    lie("receipts of another block", 8_000, () =>
      alter((method, result) =>
        method === "eth_getTransactionReceipt" && result
          ? { ...result, blockHash: `0x${"ab".repeat(32)}` }
          : result,
      ),
    ),
    lie("node of another chain", 8_000, () =>
      alter((method, result) => (method === "eth_chainId" ? "0x1" : result)),
    ),
    lie("node leaves out logs", 8_000, () =>
      alter((method, result) => (method === "eth_getLogs" ? [] : result)),
    ),
    {
      name: "reorganisation",
      ms: 2_000,
      begin: async () => {
        await chain.call("anvil_reorg", 1 + random(64), [])
        return () => {}
      },
    },
  ]
}
