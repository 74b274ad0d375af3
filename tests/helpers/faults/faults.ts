import { setTimeout } from "node:timers/promises"
import type { Cluster } from "@/tests/helpers/cluster/cluster"
import { query } from "@/tests/helpers/cluster/database"
import type { ClusterProcess } from "@/tests/helpers/cluster/process"
import { canMoveClockOf, canMoveClocks, moveClock } from "./clocks"
import { fillDisk } from "./disks"
import { type Fault, listNodeFaults, type Node } from "./node-faults"
import type { Supervisor } from "./supervisor"

type Parts = {
  cluster: Cluster
  keepers: readonly ClusterProcess[]
  supervisor: Supervisor
  node: Node
  otherNode: string
  hasDisks: boolean
  random: (below: number) => number
}

/** A process that is killed or stalled is replaced within 15 s. */
const REPLACEMENT_MS = 15_000
/** A primary is replaced when Patroni has not heard of it for 20 s; its next rounds are 3 s apart. */
const FAILOVER_MS = 30_000
const HOUR_SECONDS = 3_600

export function listFaults(parts: Parts): Fault[] {
  const { cluster, keepers, random } = parts
  const { web, followers, pgbouncer, redis } = cluster
  const oneWeb = () => web[random(web.length)]?.server
  const primary = async () => (await cluster.primary())?.server
  const replica = async () => {
    const current = await cluster.primary()
    return cluster.postgres.find((each) => each !== current)?.server
  }
  const working = async (name: string, all: readonly ClusterProcess[]) => {
    const pid = await findHolder(cluster, name)
    return all.find((each) => each.pid === pid)
  }
  const standby = async (name: string, all: readonly ClusterProcess[]) => {
    const pid = await findHolder(cluster, name)
    return all.find((each) => each.pid !== pid)
  }
  const holdsNot = (name: string) => async (former: number) => {
    const pid = await findHolder(cluster, name)
    return pid !== undefined && pid !== former
  }
  const isPromoted = async (former: number) => {
    const others = cluster.postgres.filter(({ server }) => server.pid !== former)
    const states = await Promise.all(others.map((each) => each.isPrimary()))
    return states.includes(true)
  }
  return [
    ...both(parts, "web server", async () => oneWeb(), 10_000),
    ...both(
      parts,
      "follower",
      () => working("follower", followers),
      REPLACEMENT_MS,
      holdsNot("follower"),
    ),
    ...both(parts, "standby of the follower", () => standby("follower", followers), 8_000),
    ...both(parts, "keeper", () => working("keeper", keepers), REPLACEMENT_MS, holdsNot("keeper")),
    ...both(parts, "standby of the keeper", () => standby("keeper", keepers), 8_000),
    ...both(parts, "PgBouncer", async () => pgbouncer, 6_000),
    ...both(parts, "Redis", async () => redis, 8_000),
    ...both(parts, "primary", primary, FAILOVER_MS, isPromoted),
    ...both(parts, "replica", replica, 8_000),
    { name: "connections cut", ms: 6_000, begin: async () => cutConnections(cluster) },
    ...listDiskFaults(parts),
    ...listClockFaults(parts, {
      "web server": async () => web[0]?.server,
      follower: () => working("follower", followers),
      keeper: () => working("keeper", keepers),
    }),
    ...listNodeFaults(parts),
  ]
}

/** Killed as by a lost machine, and stalled; whether another one works by the end, where one has to. */
function both(
  { supervisor }: Parts,
  name: string,
  find: () => Promise<ClusterProcess | undefined>,
  ms: number,
  isReplaced: (formerPid: number) => Promise<boolean> = async () => true,
): Fault[] {
  const judge = async (pid: number) =>
    (await isReplaced(pid)) ? undefined : `The ${name} was not replaced in ${ms / 1_000} s`
  const kill = async () => {
    const server = await need(name, find)
    const { pid } = server
    supervisor.leave(server)
    await server.kill()
    return async () => {
      const problem = await judge(pid)
      await supervisor.restart(server)
      return problem
    }
  }
  const stall = async () => {
    const server = await need(name, find)
    server.stall()
    return async () => {
      const problem = await judge(server.pid)
      server.resume()
      return problem
    }
  }
  return [
    { name: `${name} killed`, ms, begin: kill },
    { name: `${name} stalled`, ms, begin: stall },
  ]
}

async function need(name: string, find: () => Promise<ClusterProcess | undefined>) {
  const server = await find()
  if (!server) throw new Error(`No ${name} runs`)
  return server
}

async function findHolder(cluster: Cluster, name: string): Promise<number | undefined> {
  const { rows } = await cluster.query(
    "select split_part(holder, ' ', 2)::int as pid from lease where name = $1",
    [name],
  )
  return rows[0]?.pid
}

/** Again and again, in the middle of whatever transactions are under way. */
async function cutConnections(cluster: Cluster) {
  const stop = new AbortController()
  const primary = await cluster.primary()
  let count = 0
  const work = (async () => {
    while (!stop.signal.aborted) {
      count += await query(
        primary?.url("atoll") ?? "",
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = 'atoll'
        and backend_type = 'client backend' and xact_start is not null and pid <> pg_backend_pid()`,
      ).then(
        ({ rowCount }) => rowCount ?? 0,
        () => 0,
      )
      await setTimeout(100)
    }
  })()
  return async () => {
    stop.abort()
    await work
    return count > 0 ? undefined : "No connection was cut"
  }
}

/** The disk of the primary, and those of both. */
function listDiskFaults({ cluster, hasDisks }: Parts): Fault[] {
  if (!hasDisks) {
    console.warn("SKIPPED: full disks, which only root can make")
    return []
  }
  const fill = (name: string, isFilled: (isPrimary: boolean) => boolean): Fault => ({
    name,
    ms: 12_000,
    begin: async () => {
      const current = await cluster.primary()
      const nodes = cluster.postgres.filter((each) => isFilled(each === current))
      const releases = nodes.map(({ server }) => fillDisk(`${cluster.folder}/${server.name}`))
      return () => {
        for (const release of releases) release()
        return undefined
      }
    },
  })
  return [
    fill("primary's disk full", (isPrimary) => isPrimary),
    fill("both disks full", () => true),
  ]
}

/** An hour ahead and an hour behind. */
function listClockFaults(
  { cluster }: Parts,
  programs: Record<string, () => Promise<ClusterProcess | undefined>>,
): Fault[] {
  if (!canMoveClocks) {
    console.warn("SKIPPED: moved clocks, as there is no libfaketime here")
    return []
  }
  return Object.entries(programs).flatMap(([name, find]) =>
    [HOUR_SECONDS, -HOUR_SECONDS].map((seconds) => ({
      name: `clock of the ${name} ${seconds > 0 ? "ahead" : "behind"}`,
      ms: 12_000,
      begin: async () => {
        const server = await need(name, find)
        moveClock(cluster.folder, server.name, seconds)
        return async () => {
          const isMoved = canMoveClockOf(server.pid)
          moveClock(cluster.folder, server.name, 0)
          return isMoved ? undefined : `The clock of ${server.name} did not move`
        }
      },
    })),
  )
}
