// Backups by PostgreSQL's own programs: base backups, the write-ahead log behind them, and clusters made of both.
import { chown, mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises"
import path from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { execa } from "execa"
import pg from "pg"
import { serverUser } from "./place.mjs"

export type Archive = {
  /** Holds `base/<time>`, a copy of the cluster as it was then, and `wal`, what has happened since. */
  folder: string
  /** Folder of PostgreSQL's programs; by default that of Debian for the cluster's version, else those of the path. */
  programs?: string
}

const BASE = "base"
const WAL = "wal"
/** The server keeps what `receiveWal` has not read yet. Patroni is told of it (docs/operations.md). */
const SLOT = "atoll_backup"
const RETRY_MS = 5_000
const RECOVERY_SECONDS = 24 * 3600

/** Copies the cluster while it works, checks the copy, and returns its folder. */
export async function backUp(url: string, { folder, programs }: Archive): Promise<string> {
  const tools = await toolsFor(folder, programs, await majorOf(url))
  const draft = path.join(await tools.makeFolder(BASE), "draft")
  await rm(draft, { recursive: true, force: true })
  const options = ["--wal-method=stream", "--checkpoint=fast", "--no-password"]
  await tools.run("pg_basebackup", [...options, "--pgdata", draft, ...server(url)], secret(url))
  await tools.run("pg_verifybackup", [draft])
  const name = new Date().toISOString().replaceAll(":", "-")
  const base = path.join(folder, BASE, name)
  await rename(draft, base)
  return base
}

/**
 * Stores the write-ahead log as the server writes it, until the signal aborts. What interrupts it is reported: it goes
 * on with whichever server answers then, also one that was promoted and has no slot yet.
 */
export async function receiveWal(
  url: string,
  { folder, programs }: Archive,
  signal: AbortSignal,
  report: (line: string) => void = console.error,
) {
  const tools = await toolsFor(folder, programs, await majorOf(url))
  const slot = ["--slot", SLOT, "--no-password", ...server(url)]
  const place = ["--directory", await tools.makeFolder(WAL), "--synchronous", "--no-loop"]
  const createSlot = () =>
    tools.run("pg_receivewal", ["--create-slot", "--if-not-exists", ...slot], secret(url))
  await createSlot()
  while (!signal.aborted) {
    try {
      await tools.run("pg_receivewal", [...place, ...slot], secret(url), signal)
    } catch (error) {
      report(error instanceof Error ? error.message : `${error}`)
      await sleep(RETRY_MS, undefined, { signal }).catch(() => {})
      if (!signal.aborted) await createSlot().catch(() => {})
    }
  }
}

export type Restore = Archive & {
  /** The data directory of the new cluster: empty, or not there. */
  data: string
  port: number
  /** Up to this moment; by default up to the last thing that was stored. */
  at?: Date
}

/** Makes a cluster of the archive and starts it, on this machine's own address only. */
export async function restore({ folder, programs, data, port, at }: Restore): Promise<void> {
  for (const each of [folder, data]) requirePlain(each)
  const base = await findBase(folder, at)
  const major = Number(await readFile(path.join(base, "PG_VERSION"), "utf8"))
  const tools = await toolsFor(folder, programs, major)
  await makeEmpty(data, tools.account)
  await tools.run("cp", ["-a", `${base}/.`, data])
  await tools.run("chmod", ["0700", data])
  for (const [name, text] of Object.entries(MISSING)) {
    const file = path.join(data, name)
    if (!(await exists(file))) await writeFile(file, text, { mode: 0o644 })
  }
  await writeFile(path.join(data, "recovery.signal"), "", { mode: 0o644 })
  const settings = Object.entries({
    port,
    ...OWN_SETTINGS,
    hba_file: path.join(data, "pg_hba.conf"),
    ident_file: path.join(data, "pg_ident.conf"),
    ...recoverySettings(folder, at),
  })
    .map(([name, value]) => `-c ${name}='${value}'`)
    .join(" ")
  const wait = ["-w", "-t", `${RECOVERY_SECONDS}`]
  const log = path.join(data, "restore.log")
  await tools
    .run("pg_ctl", ["start", "-D", data, ...wait, "-l", log, "-o", settings])
    .then(() => untilReady(tools, data, port))
    .catch(async (cause) => {
      throw new Error(`The restored cluster does not start:\n${await readTail(log)}`, { cause })
    })
}

/** `pg_ctl` waits for a cluster that recovers, not for the end of that. */
async function untilReady({ run }: Tools, data: string, port: number) {
  const isReady = () =>
    run("pg_isready", ["--host=127.0.0.1", `--port=${port}`, "--timeout=10"]).then(
      () => true,
      () => false,
    )
  while (!(await isReady())) {
    // Fails when it has ended.
    await run("pg_ctl", ["status", "-D", data])
    await sleep(200)
  }
}

/**
 * What the restored cluster has in place of the original's settings, until somebody starts it without these: nothing
 * of the recovery is left in its data.
 */
const OWN_SETTINGS = {
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
  archive_mode: "off",
  // A hot standby would want the settings of the original; nobody needs it before the end.
  hot_standby: "off",
  // The original's replicas do not confirm what is committed here.
  synchronous_standby_names: "",
}

/** Of a cluster whose settings lie elsewhere, as on Debian. */
const MISSING = {
  "postgresql.conf": "# Settings of the original are not part of its data.\n",
  "pg_ident.conf": "",
  "pg_hba.conf":
    "host all all 127.0.0.1/32 scram-sha-256\nhost replication all 127.0.0.1/32 scram-sha-256\n",
}

function recoverySettings(folder: string, at?: Date) {
  const wal = path.join(folder, WAL)
  return {
    // The newest file is still being written.
    restore_command: `cp ${wal}/%f "%p" 2>/dev/null || cp ${wal}/%f.partial "%p"`,
    recovery_target_time: at?.toISOString().replace("T", " ").replace("Z", "+00") ?? "",
    recovery_target_action: "promote",
  }
}

/** A shell reads these names. */
function requirePlain(folder: string) {
  if (/[^\w./@+-]/.test(folder))
    throw new Error(`The name of ${folder} may have letters, digits and ./@+-_`)
}

/** The newest copy that was complete at that moment. */
async function findBase(folder: string, at = new Date()) {
  const names = await readdir(path.join(folder, BASE)).catch(() => [])
  const times = names.filter((name) => name.endsWith("Z")).sort()
  const name = times.findLast((time) => time <= at.toISOString().replaceAll(":", "-"))
  if (name) return path.join(folder, BASE, name)
  throw new Error(
    times.length > 0
      ? `The oldest base backup in ${folder} is of ${times[0]}: nothing before it can be restored`
      : `There is no base backup in ${folder}`,
  )
}

async function makeEmpty(data: string, account: Account) {
  await mkdir(data, { recursive: true })
  if ((await readdir(data)).length > 0) throw new Error(`${data} is not empty`)
  if (account.uid !== undefined) await chown(data, account.uid, account.gid ?? account.uid)
}

type Tools = Awaited<ReturnType<typeof toolsFor>>

type Account = { uid?: number; gid?: number }

/** The programs, and the account that runs them: root is refused by PostgreSQL. */
async function toolsFor(folder: string, programs: string | undefined, major: number) {
  const account: Account = serverUser(path.join(folder, BASE))
  const debian = `/usr/lib/postgresql/${major}/bin`
  const place = programs ?? ((await exists(debian)) ? debian : "")
  return {
    account,
    makeFolder: async (name: string) => {
      const all = [folder, path.join(folder, name)]
      for (const each of all) {
        await mkdir(each, { recursive: true })
        if (account.uid !== undefined) await chown(each, account.uid, account.gid ?? account.uid)
      }
      return path.join(folder, name)
    },
    run: async (
      program: string,
      args: readonly string[],
      variables: Record<string, string> = {},
      signal?: AbortSignal,
    ) => {
      const file = program.startsWith("pg_") ? path.join(place, program) : program
      const result = await execa(file, args, {
        ...{ ...account, cwd: "/", env: variables, reject: false },
        // A server that is started here outlives this program, and keeps what it has inherited.
        stdio: ["ignore", "ignore", program === "pg_ctl" ? "ignore" : "pipe"],
        ...(signal && { cancelSignal: signal }),
      })
      if (result.failed && !result.isCanceled) {
        throw new Error(`${program} failed: ${result.stderr || result.shortMessage}`)
      }
    },
  }
}

/** The address without its password, which others see in the list of processes. */
function server(url: string) {
  const address = new URL(url)
  address.password = ""
  return ["--dbname", address.href]
}

const secret = (url: string) => ({ PGPASSWORD: decodeURIComponent(new URL(url).password) })

async function majorOf(url: string) {
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ version: string }>(
      "select current_setting('server_version_num') as version",
    )
    return Math.floor(Number(rows[0]?.version) / 10_000)
  })
}

/** How many rows each table has, and a sum over their texts in which their order is no matter. */
export type Digest = Record<string, { rows: string; sum: string }>

/** All tables of all schemas as of one moment. */
export async function digestTables(url: string): Promise<Digest> {
  return withClient(url, async (client) => {
    await client.query(
      "set statement_timeout = 0; begin isolation level repeatable read, read only",
    )
    // What is written as text is written alike on both sides.
    await client.query("set local timezone = 'UTC'; set local extra_float_digits = 3")
    const { rows: tables } = await client.query<{ name: string }>(
      `select format('%I.%I', n.nspname, c.relname) as name from pg_class c
      join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p', 'm') and not c.relispartition and c.relpersistence = 'p'
        and n.nspname not in ('pg_catalog', 'information_schema') order by 1`,
    )
    const digest: Digest = {}
    for (const { name } of tables) {
      const { rows } = await client.query<{ rows: string; sum: string }>(
        `select count(*)::text as rows, coalesce(sum(hashtextextended(t::text, 0)::numeric), 0)::text as sum from ${name} t`,
      )
      if (rows[0]) digest[name] = rows[0]
    }
    await client.query("commit")
    return digest
  })
}

/** One line for each table that differs. */
export function compareDigests(original: Digest, copy: Digest): string[] {
  const names = [...new Set([...Object.keys(original), ...Object.keys(copy)])].sort()
  return names.flatMap((name) => {
    const [one, other] = [original[name], copy[name]]
    if (!one || !other) return [`${name} is only in the ${one ? "original" : "copy"}`]
    if (one.rows !== other.rows) return [`${name} has ${other.rows} rows, not ${one.rows}`]
    return one.sum === other.sum ? [] : [`${name} has other rows`]
  })
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return work(client).finally(() => client.end())
}

const exists = (file: string) =>
  stat(file).then(
    () => true,
    () => false,
  )

const readTail = (file: string) =>
  readFile(file, "utf8").then(
    (text) => text.slice(-4_000),
    () => "It has written no log",
  )
