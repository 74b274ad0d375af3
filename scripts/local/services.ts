import path from "node:path"
import { z } from "zod"
import { prepareAssets } from "@/scripts/assets.mjs"
import { type BuildOptions, buildApp } from "@/scripts/build.mjs"
import { PROGRAMS } from "@/scripts/bundle-program.mjs"
import { localKeeperKey } from "./chain"
import type { RunningChain } from "./open-chain"
import { end, identify } from "./processes.mjs"
import { step, UserError } from "./report.mjs"
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

/** Generous: in development the first answer waits for the compiler. */
const START_LIMIT_MS = 180_000
/** A follower that reads no block for this long is stuck. */
const STUCK_MS = 60_000

/** The built server's file; null in development, where pages are compiled when they are asked for. */
export type WebBuild = string | null

/** Builds the app when needed. It needs neither chain nor database, and may run while those are made. */
export async function prepareWeb({
  dev,
  ...context
}: Pick<Context, "shutdown" | "distDir"> & { dev: boolean }): Promise<WebBuild> {
  if (!dev) return build(context)
  await prepareAssets()
  return null
}

/** A web server that answers. */
export type Web = { stop: () => Promise<void> }

/** Starts the web server of a build, in development the one that reloads. */
export async function startWeb({
  server,
  ...context
}: Context & { server: WebBuild }): Promise<Web> {
  const dev = server === null
  let isStopped = false
  return step("Web server started", async () => {
    const web = await context.shutdown.acquire(
      () =>
        startService({
          name: "web server",
          args: server ? [server] : ["scripts/server.mjs", "--dev"],
          cwd: context.root,
          env: {
            ...context.variables,
            KEEPER_PRIVATE_KEY: undefined,
            NODE_ENV: dev ? "development" : "production",
          },
          log: path.join(context.logs, "web.log"),
          show: dev,
        }),
      (service) => service.stop(),
    )
    context.lock?.note({ name: web.name, pid: web.pid })
    let ended: string | undefined
    web.ended.then((how) => {
      ended = how
    })
    const deadline = Date.now() + START_LIMIT_MS
    while (!(await fetchHealth(context.settings))) {
      if (ended !== undefined) throw failWhenEnded(web, ended)
      if (Date.now() > deadline) throw failWhenEnded(web, "no answer within three minutes")
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    web.ended.then((how) => {
      if (isStopped || context.shutdown.isEnding()) return
      console.error(`\nThe web server ended by itself (${how}).\n${web.tail()}`)
      context.shutdown.end(1)
    })
    return {
      stop() {
        isStopped = true
        return web.stop()
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

/** Builds the app unless what stands there was built from the same sources; the shutdown ends that. */
export function buildWeb({ shutdown, ...options }: Build) {
  return buildApp({
    ...options,
    track: ({ pid }) => {
      const known = identify(pid ?? 0)
      shutdown.add(() => end(known))
    },
  })
}

/** Starts follower and keeper and, on the local chain, feeder and bot; waits until the local history is read. */
export async function startServices({
  chain,
  server,
  ...context
}: Context & { chain: RunningChain; server: WebBuild }): Promise<void> {
  const { settings, lock, shutdown, root, logs, variables } = context
  const keeperKey = variables.KEEPER_PRIVATE_KEY || (chain.local ? localKeeperKey() : undefined)
  const tsx = ["--import", import.meta.resolve("tsx")]
  /** A program of the build, in development its sources. */
  const program = (name: keyof typeof PROGRAMS) =>
    server ? [path.join(path.dirname(server), `${name}.mjs`)] : [...tsx, PROGRAMS[name]]
  const start = (name: string, args: string[], log: string, secrets?: Record<string, string>) =>
    shutdown.acquire(
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
  if (settings.INDEX_FOLLOWER) {
    await start("follower", program("indexer"), "follower.log")
    if (chain.local) await waitUntilIndexed(context)
  }
  if (chain.local && settings.FEEDER) {
    await start("price feeder", [...tsx, "scripts/local/feeder.ts"], "feeder.log")
  }
  if (keeperKey) {
    const secrets = { KEEPER_PRIVATE_KEY: keeperKey }
    await start("keeper", program("keeper"), "keeper.log", secrets)
  }
  if (chain.local && settings.ACTIVITY) {
    await start("activity bot", [...tsx, "scripts/local/activity.ts"], "activity.log")
  }
}

function waitUntilIndexed({ settings, logs }: Context) {
  return step("History read into the database", async ({ progress }) => {
    let last = -1
    let since = Date.now()
    for (;;) {
      const state = (await fetchHealth(settings))?.checks?.index
      if (state && state.indexedBlock !== null && state.indexedBlock === state.head) return
      const block = state?.indexedBlock ?? -1
      if (state?.head) progress(`block ${Math.max(block, 0)} of ${state.head}`)
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
  })
}

const healthAnswer = z.object({
  checks: z
    .object({
      index: z.object({ indexedBlock: z.number().nullable(), head: z.number().nullable() }),
    })
    .optional(),
})

/** What the running server says of itself; null before it answers. */
async function fetchHealth({ HOST, PORT }: Settings) {
  const host = HOST === "0.0.0.0" || HOST === "::" ? "127.0.0.1" : HOST
  const response = await fetch(
    `http://${host.includes(":") ? `[${host}]` : host}:${PORT}/api/health`,
    {
      signal: AbortSignal.timeout(20_000),
    },
  ).catch(() => null)
  return response && healthAnswer.parse(await response.json())
}

function failWhenEnded(web: Service, how: string) {
  return new UserError(
    `The web server did not start (${how}).\n${web.tail()}`,
    "Its output says why.",
  )
}
