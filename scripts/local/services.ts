import path from "node:path"
import pg from "pg"
import { z } from "zod"
import { connectSession } from "@/lib/database-hosts.mjs"
import { type BuildOptions, buildApp } from "@/scripts/build.mjs"
import { PROGRAMS } from "@/scripts/bundle-program.mjs"
import { localKeeperKey } from "./chain"
import type { RunningChain } from "./open-chain"
import { end, identify } from "./processes.mjs"
import { step, UserError } from "./report.mjs"
import { headOf } from "./rpc"
import type { Lock } from "./run-lock.mjs"
import { keepRunning, type Service, startService } from "./service"
import type { Settings } from "./settings"
import type { Shutdown } from "./shutdown.mjs"

export type Context = {
  root: string
  /** Absent beside a running environment: its record is not ours to write. */
  lock?: Lock
  shutdown: Shutdown
  settings: Settings
  variables: NodeJS.ProcessEnv
  logs: string
  /** Where the app is built. */
  distDir?: string
}

/** Next.js compiles pages and routes when they are asked for. */
const NEXT = "node_modules/next/dist/bin/next"

const START_LIMIT_MS = 180_000
/** A follower that reads no block for this long is stuck. */
const STUCK_MS = 60_000

/** The built server's file; null in development, where pages are compiled when they are asked for. */
export type WebBuild = string | null

/** Builds the app when needed. The build needs neither chain nor database, so they may be created meanwhile. */
export async function prepareWeb({
  dev,
  ...context
}: Pick<Context, "shutdown" | "distDir"> & { dev: boolean }): Promise<WebBuild> {
  return dev ? null : build(context)
}

/** A running web server. */
export type Web = { stop: () => Promise<void> }

/** Starts the web server of a build, or the reloading one in development. */
export async function startWeb({
  server,
  ...context
}: Context & { server: WebBuild }): Promise<Web> {
  const dev = server === null
  let isStopped = false
  return step("Web server started", async () => {
    const options = {
      name: "web server",
      args: server ? [server] : [NEXT, "dev", "--hostname", `${context.variables.HOSTNAME}`],
      cwd: context.root,
      env: {
        ...context.variables,
        KEEPER_PRIVATE_KEY: undefined,
        NODE_ENV: dev ? ("development" as const) : ("production" as const),
      },
      log: path.join(context.logs, "web.log"),
      show: dev,
    }
    const web = await context.shutdown.acquire(
      () => startService(options),
      (service) => service.stop(),
    )
    context.lock?.note({ name: web.name, pid: web.pid })
    let ended: string | undefined
    web.ended.then((how) => {
      ended = how
    })
    const deadline = Date.now() + START_LIMIT_MS
    while (!(await hasAnswered(context.settings, deadline - Date.now()))) {
      if (ended !== undefined) throw failWhenEnded(web, ended)
      if (Date.now() > deadline) throw failWhenEnded(web, "no answer within three minutes")
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    let successor: { stop: () => Promise<void> } | undefined
    web.ended.then(async (how) => {
      if (isStopped || context.shutdown.isEnding()) return
      console.error(`\nThe web server ended by itself (${how}); it starts again.\n${web.tail()}`)
      successor = await context.shutdown.acquire(
        () =>
          keepRunning(options, ({ name, pid }) => context.lock?.note({ name, pid }), console.error),
        (service) => service.stop(),
      )
    })
    return {
      async stop() {
        isStopped = true
        await successor?.stop()
        await web.stop()
      },
    }
  })
}

function build({ shutdown, distDir }: Build) {
  return step("App built", async ({ progress, done }) => {
    const { server, built } = await buildWeb({ shutdown, distDir, progress })
    if (!built) done("App is up to date")
    return server
  })
}

type Build = Pick<Context, "shutdown" | "distDir"> &
  Partial<Pick<BuildOptions, "keepsCache" | "progress">>

/** Builds the app unless its build came from the same sources; the shutdown ends the build. */
export function buildWeb({ shutdown, ...options }: Build) {
  return buildApp({
    ...options,
    track: ({ pid }) => {
      const identity = identify(pid ?? 0)
      shutdown.add(() => end(identity))
    },
  })
}

type Services = Context & { chain: RunningChain; server: WebBuild }

/** Starts the follower; when it has read the local history, keeper and, on the local chain, feeder and bot. */
export async function startServices(services: Services): Promise<void> {
  const { chain, server, ...context } = services
  const { settings, variables } = context
  const keeperKey = variables.KEEPER_PRIVATE_KEY || (chain.local ? localKeeperKey() : undefined)
  if (settings.INDEX_FOLLOWER) {
    const own = metricsPort(variables, 1)
    await startProgram(context, "follower", builtProgram("indexer", server), "follower.log", own)
    if (chain.local) await waitUntilIndexed(services)
  }
  if (chain.local && settings.FEEDER) {
    await startProgram(
      context,
      "price feeder",
      fromSources("scripts/local/feeder.ts"),
      "feeder.log",
    )
  }
  if (keeperKey) {
    const secrets = { KEEPER_PRIVATE_KEY: keeperKey, ...metricsPort(variables, 2) }
    await startProgram(context, "keeper", builtProgram("keeper", server), "keeper.log", secrets)
  }
  if (chain.local && settings.ACTIVITY) {
    await startProgram(
      context,
      "activity bot",
      fromSources("scripts/local/activity.ts"),
      "activity.log",
    )
  }
}

const fromSources = (file: string) => ["--import", import.meta.resolve("tsx"), file]

/** A program of the build, in development its sources. */
const builtProgram = (name: keyof typeof PROGRAMS, server: WebBuild) =>
  server ? [path.join(path.dirname(server), `${name}.mjs`)] : fromSources(PROGRAMS[name])

/** The programs share an address, so each has a port of its own for its metrics, if any. */
const metricsPort = (
  { METRICS_PORT }: NodeJS.ProcessEnv,
  offset: number,
): Record<string, string> =>
  METRICS_PORT ? { METRICS_PORT: `${Number(METRICS_PORT) + offset}` } : {}

/** Starts a program that is kept running, and that has no secret but those given. */
async function startProgram(
  { lock, shutdown, root, logs, variables }: Context,
  name: string,
  args: string[],
  log: string,
  secrets?: Record<string, string>,
) {
  await shutdown.acquire(
    () =>
      keepRunning(
        {
          name,
          args,
          cwd: root,
          env: {
            ...variables,
            KEEPER_PRIVATE_KEY: undefined,
            FAUCET_PRIVATE_KEY: undefined,
            ...secrets,
            NODE_ENV: "production",
          },
          log: path.join(logs, log),
        },
        ({ pid }) => lock?.note({ name, pid }),
        (line) => console.error(`\n${line}`),
      ),
    (kept) => kept.stop(),
  )
}

function waitUntilIndexed({ chain, variables, logs }: Services) {
  return step("History read into the database", async ({ progress }) => {
    const database = await connectSession(
      variables.DATABASE_DIRECT_URL || variables.DATABASE_URL || "",
      (connectionString) => new pg.Client({ connectionString }),
    )
    try {
      let last = -1
      let since = Date.now()
      for (;;) {
        const [{ number: head }, block] = await Promise.all([
          headOf(chain.url),
          readIndexedBlock(database),
        ])
        if (block === head) return
        progress(`block ${Math.max(block, 0)} of ${head}`)
        if (block !== last) since = Date.now()
        last = block
        if (Date.now() - since > STUCK_MS) {
          throw new UserError(
            `The follower has read no block for ${STUCK_MS / 1000} s.`,
            `See ${path.join(logs, "follower.log")} for what keeps it.`,
          )
        }
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
    } finally {
      await database.end()
    }
  })
}

const cursors = z.array(z.object({ indexed_block: z.number() }))

/** Not from the server's answer, which development would have to compile first. */
async function readIndexedBlock(database: pg.Client) {
  const { rows } = await database.query("select indexed_block from index_cursor where id = 1")
  return cursors.parse(rows)[0]?.indexed_block ?? -1
}

/** The host name of the server on this machine. */
const hostOf = ({ HOST }: Settings) => (HOST === "0.0.0.0" || HOST === "::" ? "127.0.0.1" : HOST)

/**
 * Whether the server has rendered the home page. Other programs start afterwards, because they would take the
 * processor from its first visitor.
 */
async function hasAnswered(settings: Settings, limitMs: number) {
  const host = hostOf(settings)
  const url = `http://${host.includes(":") ? `[${host}]` : host}:${settings.PORT}/`
  const response = await fetch(url, { signal: AbortSignal.timeout(Math.max(0, limitMs)) }).catch(
    () => null,
  )
  await response?.body?.cancel()
  return response !== null
}

function failWhenEnded(web: Service, how: string) {
  return new UserError(
    `The web server did not start (${how}).\n${web.tail()}`,
    "Its output says why.",
  )
}
