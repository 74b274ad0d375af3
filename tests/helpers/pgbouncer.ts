import { spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"
import pg from "pg"
import { freePort } from "@/scripts/local/anvil"

/** Debian has it where only administrators look. */
const env = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` }

const [, major, minor] =
  /PgBouncer (\d+)\.(\d+)/.exec(`${spawnSync("pgbouncer", ["--version"], { env }).stdout}`) ?? []

/** Tests behind a pooler use PgBouncer of the machine, whichever version it has. */
export const hasPgBouncer = major !== undefined

/** From 1.21 it keeps prepared statements in transaction mode. */
export const keepsStatements = Number(major) > 1 || Number(minor) >= 21

if (!hasPgBouncer) console.warn("SKIPPED: tests behind a pooler, as there is no pgbouncer here")

/** It refuses to run as root. */
const NOBODY = 65_534

/** PgBouncer in transaction mode in front of a database, with this many connections for all. */
export async function startPgBouncer(databaseUrl: string, size: number) {
  const { hostname, port, username, password, pathname } = new URL(databaseUrl)
  const name = pathname.slice(1)
  const folder = mkdtempSync(path.join(tmpdir(), "atoll-pgbouncer-"))
  chmodSync(folder, 0o755)
  const ownPort = await freePort()
  const users = path.join(folder, "users")
  writeFileSync(users, `"${username}" ""`, { mode: 0o644 })
  const settings = [
    "[databases]",
    `${name} = host=${hostname} port=${port} dbname=${name} user=${username} password=${password}`,
    "[pgbouncer]",
    ...["listen_addr = 127.0.0.1", `listen_port = ${ownPort}`, "unix_socket_dir ="],
    ...[
      "auth_type = trust",
      `auth_file = ${users}`,
      `admin_users = ${username}`,
      "pool_mode = transaction",
      `default_pool_size = ${size}`,
    ],
    "max_client_conn = 500",
    ...(keepsStatements ? ["max_prepared_statements = 200"] : []),
  ]
  const file = path.join(folder, "pgbouncer.ini")
  writeFileSync(file, settings.join("\n"), { mode: 0o644 })
  const account = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}
  const server = spawn("pgbouncer", [file], {
    env,
    stdio: ["ignore", "ignore", "pipe"],
    ...account,
  })
  let log = ""
  for await (const chunk of server.stderr) {
    log += chunk
    if (log.includes("process up")) break
  }
  if (server.exitCode !== null) throw new Error(`PgBouncer does not start: ${log}`)
  const urlOf = (database: string) => `postgresql://${username}@127.0.0.1:${ownPort}/${database}`
  return {
    url: urlOf(name),
    keepsStatements,
    /** Runs a command of its console. */
    async command(text: string) {
      const client = new pg.Client({ connectionString: urlOf("pgbouncer") })
      await client.connect()
      await client.query(text).finally(() => client.end())
    },
    async stop() {
      server.kill("SIGTERM")
      if (server.exitCode === null && server.signalCode === null) await once(server, "exit")
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
