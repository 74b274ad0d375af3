import { rmSync } from "node:fs"
import path from "node:path"
import { setTimeout } from "node:timers/promises"
import { execa } from "execa"
import { afterAll, beforeAll, expect, test } from "vitest"
import {
  backUp,
  compareDigests,
  digestTables,
  receiveWal,
  restore,
} from "@/scripts/database/backup"
import { serverUser } from "@/scripts/database/place.mjs"
import { freePort } from "@/scripts/local/anvil"
import { createBalancer, createFolder, until } from "@/tests/helpers/cluster/cluster"
import {
  createEtcd,
  createPostgres,
  DATABASE,
  type DatabaseNode,
  databaseUrl,
  query,
} from "@/tests/helpers/cluster/database"
import { ClusterProcess } from "@/tests/helpers/cluster/process"
import { findPostgres } from "@/tests/helpers/cluster/programs"

/** PostgreSQL under Patroni alone, behind the address of its primary. */
const folder = createFolder()
const archive = { folder: path.join(folder, "backups"), programs: findPostgres() }
const restored = path.join(folder, "restored")
const running: ClusterProcess[] = []

let etcdAddress = ""
let nodes: readonly DatabaseNode[] = []
let url = ""
const reports: string[] = []

beforeAll(async () => {
  const etcd = await createEtcd({ folder })
  etcdAddress = etcd.address
  nodes = [
    await createPostgres({ folder }, "postgres1", etcd.address),
    await createPostgres({ folder }, "postgres2", etcd.address),
  ]
  const add = (options: Omit<ConstructorParameters<typeof ClusterProcess>[0], "folder">) =>
    new ClusterProcess({ folder, ...options })
  const webPorts = [await freePort(), await freePort(), await freePort()]
  const balancer = await createBalancer(add, webPorts, nodes)
  for (const server of [etcd.server, ...nodes.map((node) => node.server), balancer.server]) {
    running.push(server)
    await server.start()
  }
  const [first, second] = nodes
  await query(first?.url("postgres") ?? "", `create database ${DATABASE}`)
  await until(async () => (await second?.isSynchronous()) ?? false, "the replica has all")
  url = databaseUrl(balancer.primaryPort, DATABASE)
  await query(url, "create table note (id int primary key, text text)")
})

afterAll(async () => {
  const stop = ["stop", "-D", restored, "-m", "immediate"]
  const options = { ...serverUser(restored), cwd: "/", reject: false }
  await execa(path.join(archive.programs, "pg_ctl"), stop, options)
  for (const server of running.reverse()) await server.stop()
  if (!process.env.CLUSTER_KEEP) rmSync(folder, { recursive: true, force: true })
})

const write = (from: number) =>
  query(url, "insert into note select n, md5(n::text) from generate_series($1::int, $1 + 999) n", [
    from,
  ])

function startReceiving() {
  const stop = new AbortController()
  const ended = receiveWal(url, archive, stop.signal, (line) => reports.push(line))
  return async () => {
    stop.abort()
    await ended
  }
}

const isActive = async () => {
  const { rows } = await query(
    url,
    "select active from pg_replication_slots where slot_name = 'atoll_backup'",
  )
  return rows[0]?.active
}

test("a backup of Patroni's primary is restored, with what came after a promotion", async () => {
  // As docs/operations.md says.
  const settings = ["--force", "--set", "slots.atoll_backup.type=physical"]
  await execa("patronictl", ["-c", path.join(folder, "patroni.yml"), "edit-config", ...settings], {
    env: { PATRONI_ETCD3_HOSTS: etcdAddress, LC_ALL: "C.UTF-8" },
  })
  await until(async () => (await isActive()) === false, "the slot is there")
  let stop = startReceiving()
  await until(isActive, "the log is stored")
  await backUp(url, archive)
  await write(1)
  await stop()
  await write(1_001)
  // Patroni looks at slots every three seconds.
  await setTimeout(10_000)
  expect(await isActive()).toBe(false)
  stop = startReceiving()
  await until(isActive, "the log is stored again")

  const [former, next] = nodes
  expect(await former?.isPrimary()).toBe(true)
  await former?.server.kill()
  await until(async () => (await next?.isPrimary()) ?? false, "the replica is promoted")
  await until(isActive, "the log of the new primary is stored")
  expect(reports.length).toBeGreaterThan(0)
  await write(2_001)
  const original = await digestTables(url)
  await until(async () => {
    const { rows } = await query(
      url,
      `select flush_lsn >= pg_current_wal_flush_lsn() as all from pg_stat_replication
        where application_name = 'pg_receivewal'`,
    )
    return rows[0]?.all
  }, "all is stored")
  await stop()

  const port = await freePort()
  await restore({ ...archive, data: restored, port })
  const copy = databaseUrl(port, DATABASE)
  const digest = await digestTables(copy)
  expect(digest["public.note"]?.rows).toBe("3000")
  expect(compareDigests(original, digest)).toEqual([])
  await query(copy, "insert into note values (0, 'new')")
})
