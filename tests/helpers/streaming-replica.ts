import { spawnSync } from "node:child_process"
import {
  appendFileSync,
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdtempSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"
import pg from "pg"
import { z } from "zod"
import { dataOf, prepareData, removeData } from "@/scripts/database/place.mjs"
import { ensurePostgres } from "@/scripts/database/server.mjs"

/**
 * A primary with streaming replicas, of the embedded PostgreSQL. It brings no pg_basebackup: the files are copied
 * between pg_backup_start and pg_backup_stop, as PostgreSQL's documentation describes it.
 */

const SETTINGS = [
  ...["fsync=off", "full_page_writes=off", "wal_keep_size=256MB", "max_connections=100"],
  "max_standby_streaming_delay=10s",
]

/** Replication needs a line of its own. */
const ACCESS = ["all", "replication"].map((what) => `host ${what} all 127.0.0.1/32 scram-sha-256\n`)

export type DatabaseServer = {
  url: string
  dir: string
  /** Ends it as a crash does, with all its connections. */
  kill: () => Promise<void>
  /** Ends it and removes its data. */
  remove: () => Promise<void>
}

/** Starts the server of a folder, again after `kill`, at another port. */
export async function startServer(dir: string, database: string): Promise<DatabaseServer> {
  // Where the server's user can read it.
  const access = mkdtempSync(path.join(tmpdir(), "access-"))
  chmodSync(access, 0o755)
  const file = path.join(access, "pg_hba.conf")
  writeFileSync(file, ACCESS.join(""))
  const settings = [...SETTINGS, `hba_file=${file}`]
  const server = await ensurePostgres(dir, { user: "test", database, settings })
  const end = async () => {
    await server.stop()
    rmSync(access, { recursive: true, force: true })
  }
  return {
    url: server.url,
    dir,
    kill: async () => {
      process.kill(server.pid, "SIGQUIT")
      await end()
    },
    remove: async () => {
      await end()
      removeData(dir)
      for (const name of [`${dir}.password`, `${dir}.leases`]) {
        rmSync(name, { recursive: true, force: true })
      }
    },
  }
}

const stopped = z.object({ label: z.string() })

/** Starts a replica of the primary in another folder. */
export async function startReplica(
  primary: DatabaseServer,
  dir: string,
  database: string,
): Promise<DatabaseServer> {
  const client = new pg.Client({ connectionString: primary.url })
  await client.connect()
  const from = dataOf(primary.dir)
  const to = prepareData(dir)
  try {
    await client.query("select pg_backup_start('replica', true)")
    const { stderr } = spawnSync("cp", ["-a", from, to], { encoding: "utf8" })
    if (!existsSync(path.join(to, "global/pg_control"))) throw new Error(`No copy: ${stderr}`)
    const { rows } = await client.query("select labelfile as label from pg_backup_stop(false)")
    prepareStandby(to, primary.url, stopped.parse(rows[0]).label)
  } finally {
    await client.end()
  }
  copyFileSync(`${primary.dir}.password`, `${dir}.password`)
  return startServer(dir, database)
}

function prepareStandby(data: string, primaryUrl: string, label: string) {
  rmSync(path.join(data, "postmaster.pid"), { force: true })
  const { uid, gid } = statSync(path.join(data, "PG_VERSION"))
  for (const [name, text] of [
    ["standby.signal", ""],
    ["backup_label", label],
  ] as const) {
    writeFileSync(path.join(data, name), text)
    chownSync(path.join(data, name), uid, gid)
  }
  const { hostname, port, username, password } = new URL(primaryUrl)
  const place = `host=${hostname} port=${port} user=${username} password=${password}`
  appendFileSync(path.join(data, "postgresql.auto.conf"), `primary_conninfo = '${place}'\n`)
}
