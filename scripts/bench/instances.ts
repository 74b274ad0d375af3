import { hash } from "node:crypto"
import path from "node:path"
import { setTimeout } from "node:timers/promises"
import { execa, type ResultPromise } from "execa"
import pg from "pg"
import { EVERYTHING } from "@/lib/db/topic-versions"
import { createCuid } from "@/lib/http/ids"
import { migrate } from "@/scripts/database/migrate.mjs"
import { freePort } from "@/scripts/local/anvil"
import type { Options, Server } from "./harness"
import { ADDRESS_BOOK, BUSIEST_TOKEN, fillTables, MAIN } from "./rows"

export const ROOT = path.resolve(import.meta.dirname, "../..")

/** Folder of benches, beside the local instance's data. */
export const BENCH_DATA = path.join(ROOT, ".data/bench")

export type Checkout = { server: Server; folder: string }

/** This checkout, and the one to compare with. */
export const listCheckouts = ({ against }: Pick<Options, "against">): Checkout[] => [
  { server: "ours", folder: ROOT },
  ...(against ? [{ server: "base" as const, folder: path.resolve(against) }] : []),
]

export type Cleanup = (undo: () => unknown) => void

/** Gives the work a list for its cleanup, which runs newest first, however the work ends. */
export async function withCleanup<T>(work: (cleanup: Cleanup) => Promise<T>): Promise<T> {
  const undoings: (() => unknown)[] = []
  try {
    return await work((undo) => undoings.push(undo))
  } finally {
    for (const undo of undoings.reverse()) await undo()
  }
}

/** A database beside the configured one, empty but for the migrations of the checkout. */
export async function createDatabase({ folder, server }: Checkout, cleanup: Cleanup) {
  const name = `bench_${server}_${process.pid}_${Date.now()}`
  const url = databaseUrl(name)
  await runStatement(`create database "${name}"`)
  cleanup(() => runStatement(`drop database if exists "${name}" with (force)`))
  await migrate(url, path.join(folder, "prisma/migrations"), () => {})
  return url
}

/** A database beside the configured one. */
export function databaseUrl(name: string) {
  const url = new URL(configuredUrl())
  url.pathname = `/${name}`
  return url.href
}

function configuredUrl() {
  const url = process.env.DATABASE_URL
  if (!url) throw new Error("DATABASE_URL is missing; run this by npm run bench")
  return url
}

/** Runs a statement in the configured database. */
export async function runStatement(sql: string) {
  const client = new pg.Client({ connectionString: configuredUrl() })
  await client.connect()
  return client.query(sql).finally(() => client.end())
}

/** The API key of all requests, the same in each database. */
export const KEY = `atoll_${hash("sha256", MAIN)}`

export const insertKey = (pool: Pick<pg.Pool, "query">, wallet: string) =>
  pool.query("insert into api_key (id, wallet, hash, hint) values ($1, $2, $3, '')", [
    ...[createCuid(), wallet, hash("sha256", KEY, "buffer")],
  ])

/** Variables that the product requires, and limits that no bench reaches. */
const VARIABLES = {
  NODE_ENV: "production",
  SESSION_SECRET: "a secret of the benches with more than 32 characters",
  TOKEN_ENCRYPTION_KEY: "another secret of the benches, as long as the first",
  // For servers of former commits, which have several processes.
  WEB_CONCURRENCY: "1",
  RPC_URL: "",
  REDIS_URL: "",
  ...Object.fromEntries(
    ["KEY", "IP", "PAGE", "SYNC", "VIEW"].map((name) => [`RATE_LIMIT_${name}`, "1000000000"]),
  ),
}

/** A server that answers. */
export type Instance = { server: Server; url: string; pid: number }

/** Starts a server on a free port of this machine and waits until it answers. */
export async function startServer(
  { server, folder }: Checkout,
  args: readonly string[],
  variables: Record<string, string>,
  cleanup: Cleanup,
): Promise<Instance> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const env = { ...VARIABLES, PORT: `${port}`, HOSTNAME: "127.0.0.1", BASE_URL: url, ...variables }
  const child = start(args, folder, env)
  cleanup(() => stop(child))
  const ended = child.then(({ all }) => Promise.reject(new Error(`${server} ended:\n${all}`)))
  await Promise.race([waitForAnswer(url), ended])
  return { server, url, pid: child.pid ?? 0 }
}

async function waitForAnswer(url: string) {
  const signal = AbortSignal.timeout(60_000)
  for (;;) {
    const response = await fetch(url, { signal }).catch(() => null)
    if (response) return response.body?.cancel()
    await setTimeout(100, undefined, { signal })
  }
}

/** Starts Node in a folder; its output is kept for who asks why it ended. */
export const start = (args: readonly string[], cwd: string, env: Record<string, string>) =>
  execa(process.execPath, args, { cwd, env, all: true, reject: false, stdin: "ignore" })

export async function stop(child: ResultPromise) {
  child.kill()
  await child
}

/** The server of a checkout, built where its sources changed since the last time. */
export async function buildServer({ folder, server }: Checkout): Promise<string> {
  const env = { NODE_ENV: "production" }
  const { exitCode, all } = await start(["scripts/build.mjs"], folder, env)
  console.log(`${server}: ${all.trim().split("\n").at(-1)} (${folder})`)
  if (exitCode !== 0) throw new Error(`The app of ${folder} could not be built:\n${all}`)
  return path.join(folder, ".next/standalone/server.js")
}

export type FilledInstance = Instance & { pool: pg.Pool; databaseUrl: string }

/** The product of each checkout on a separate database with the same rows. */
export async function startInstances(
  options: Options,
  posts: number,
  cleanup: Cleanup,
): Promise<FilledInstance[]> {
  const instances: FilledInstance[] = []
  for (const checkout of listCheckouts(options)) {
    const file = await buildServer(checkout)
    const databaseUrl = await createDatabase(checkout, cleanup)
    const pool = new pg.Pool({ connectionString: databaseUrl, max: 4 })
    // Its database is dropped while the last connections are closing.
    pool.on("connect", (client) => client.on("error", () => {}))
    cleanup(() => pool.end())
    await fillTables(pool, posts)
    await insertKey(pool, MAIN)
    const variables = {
      DATABASE_URL: databaseUrl,
      DATABASE_DIRECT_URL: databaseUrl,
      CONTRACTS: ADDRESS_BOOK,
    }
    const instance = await startServer(checkout, [file], variables, cleanup)
    instances.push({ ...instance, pool, databaseUrl })
  }
  return instances
}

/** Pause between two writes. */
export const WRITE_MS = 200

/** A page that was right longer ago than this is rendered before it is sent. */
export const KEPT_MS = 2_200

/** Changes a token, and counts it for every kept answer, so that each is made anew. A checkout may have no topics. */
export const write = ({ pool }: FilledInstance) =>
  pool.query(`do $$ begin
    update token set last_activity_at = now() where address = '${BUSIEST_TOKEN}';
    if to_regclass('topic_touch') is not null then
      insert into topic_touch (topic) values ('${EVERYTHING}'), ('') on conflict do nothing;
    end if;
  end $$`)

/** Writes until it is stopped. */
export function keepWriting(instances: readonly FilledInstance[]) {
  const stopped = new AbortController()
  const loop = (async () => {
    while (!stopped.signal.aborted) {
      await Promise.all(instances.map(write))
      await setTimeout(WRITE_MS)
    }
  })()
  return () => {
    stopped.abort()
    return loop
  }
}
