import { existsSync } from "node:fs"
import path from "node:path"
import pg from "pg"
import { z } from "zod"
import { originsOf } from "@/lib/loopback"
import generate from "@/scripts/generate/generate.mjs"
import { applyMigrations, loadEnvFiles, localSecrets, openDatabase } from "@/scripts/prepare.mjs"
import { isOutdated, MNEMONIC, saveHistory } from "./chain"
import {
  type EnvironmentFile,
  readEnvironmentFile,
  removeEnvironmentFile,
  writeEnvironmentFile,
} from "./environment-file"
import { localFaucetKey } from "./faucet"
import { startHistoryReader } from "./history-reader"
import { chainFolder, openForeignChain, openLocalChain, type RunningChain } from "./open-chain"
import { isBlockedPort, isPortFree } from "./ports"
import { end, isAlive } from "./processes.mjs"
import { removeOutdatedChain } from "./renew-chain"
import { step, UserError } from "./report.mjs"
import { currentRun, type Lock, type Run } from "./run-lock.mjs"
import { prepareWeb, startServices, startWeb, type Web } from "./services"
import { readSettings, type Settings } from "./settings"
import type { Shutdown } from "./shutdown.mjs"

type StartOptions = { root: string; lock: Lock; shutdown: Shutdown; dev: boolean }

/** Starts everything and keeps it running until the command is ended. */
export async function startEnvironment({ root, lock, shutdown, dev }: StartOptions): Promise<void> {
  const data = path.join(root, ".data")
  loadEnvFiles()
  const settings = readSettings(process.env)
  await endStaleProcesses(data, lock)
  if (!settings.RPC_URL) await removeOutdatedChain(chainFolder(data, settings.CHAIN_ID))
  await requireFreePort(settings, dev)

  // They run at the same time: only the reader of a new history needs the database and the app's code.
  const generated = generate()
  const database = startDatabase(shutdown)
  const build = generated.then(() => prepareWeb({ shutdown, dev }))
  const logs = path.join(data, "logs")
  const prepareServices = async (chain: RunningChain) => {
    const [databaseUrl, server] = await Promise.all([database, build])
    const variables = {
      ...variablesFor(settings, chain, databaseUrl),
      // From Node 22 on. Stored beside the build, because it depends on it.
      ...(server && { NODE_COMPILE_CACHE: path.join(path.dirname(server), "compile-cache") }),
    }
    return { root, lock, shutdown, settings, variables, logs, chain, server }
  }
  const serve = async (chain: RunningChain) => ({
    chain,
    web: await startWeb(await prepareServices(chain)),
  })
  // Saving or loading a chain's history takes as long as the web server's start.
  let early: ReturnType<typeof serve> | undefined
  const opened = settings.RPC_URL
    ? openForeignChain(settings, settings.RPC_URL)
    : openLocalChain({
        ...{ data, settings, lock, shutdown },
        async startReader(written) {
          const [databaseUrl] = await Promise.all([database, generated])
          return startHistoryReader(root, patient(variablesFor(settings, written, databaseUrl)))
        },
        announce: (announced) => {
          early ??= serve(announced)
          // The waiter below receives the error.
          early.catch(() => {})
        },
      })
  const [chain] = await Promise.all([opened, database, build])
  const services = await prepareServices(chain)
  await serveChain(chain, early, serve)
  await startServices(services)

  const facts = {
    url: settings.BASE_URL,
    rpcUrl: chain.url,
    chainId: chain.book.chainId,
    apiKey: chain.local
      ? await writeSampleData(services.variables, settings, path.join(data, "api-key"))
      : null,
    contracts: chain.book,
    mnemonic: chain.local ? MNEMONIC : null,
  }
  await shutdown.acquire(
    () => writeEnvironmentFile(data, facts),
    () => removeEnvironmentFile(data),
  )
  console.log(summaryLines(facts))
}

/** The web server for the chain: the one that was started early, unless the chain has another address now. */
async function serveChain<T extends { chain: RunningChain; web: Web }>(
  chain: RunningChain,
  early: Promise<T> | undefined,
  serve: (chain: RunningChain) => Promise<T>,
): Promise<void> {
  const started = await early
  if (started?.chain.url === chain.url) return
  await started?.web.stop()
  await serve(chain)
}

/** `npm run dev` while `npm start` runs: another web server on the same chain and database. */
export async function startWebBeside({
  root,
  shutdown,
  dev,
}: Omit<StartOptions, "lock">): Promise<void> {
  const data = path.join(root, ".data")
  const run = currentRun(data)
  const facts = readEnvironmentFile(data)
  if (!run || !dev || run.command !== "npm start" || !facts) throw alreadyRunningError(run, facts)
  loadEnvFiles()
  const settings = readSettings({ ...process.env, CHAIN_ID: `${facts.chainId}` })
  await requireFreePort(settings, dev)
  if (facts.mnemonic !== null && (await isOutdated(chainFolder(data, facts.chainId)))) {
    console.log("The contracts have changed: npm start asks what to do when it starts again.")
  }
  const databaseUrl = await startDatabase(shutdown)
  const chain = { url: facts.rpcUrl, book: facts.contracts, local: facts.mnemonic !== null }
  const variables = variablesFor(settings, chain, databaseUrl)
  const server = await prepareWeb({ shutdown, dev })
  const logs = path.join(data, "logs", "dev")
  await startWeb({ root, shutdown, settings, variables, logs, server })
  console.log(`\n${settings.BASE_URL} reads the chain and database of npm start. Ctrl-C stops it.`)
  const watch = setInterval(() => {
    if (isAlive(run.owner)) return
    clearInterval(watch)
    console.error("\nnpm start has ended, and with it the chain this server reads.")
    shutdown.end(1)
  }, 1_000)
}

async function requireFreePort({ PORT }: Settings, dev: boolean) {
  const isFree = await isPortFree(PORT)
  if (isFree && !(await isBlockedPort(PORT))) return
  const command = dev ? "npm run dev" : "npm start"
  throw new UserError(
    isFree
      ? `Browsers refuse to open port ${PORT}: it belongs to another kind of service.`
      : `Port ${PORT} is taken by another program.`,
    `Choose another one: PORT=${PORT < 65_535 ? PORT + 1 : 3000} ${command}`,
  )
}

async function startDatabase(shutdown: Shutdown) {
  const { url, directUrl, embedded } = await step("Database started", async ({ done }) => {
    const database = await shutdown
      .acquire(openDatabase, (opened) => opened.release())
      .catch((error: unknown) => {
        throw new UserError(
          `The embedded PostgreSQL did not start. ${error instanceof Error ? error.message : error}`,
          "Set DATABASE_URL to use a PostgreSQL of your own.",
        )
      })
    if (!database.embedded) done("Database of DATABASE_URL")
    else if (database.joined) done("Embedded PostgreSQL joined")
    else done("Embedded PostgreSQL started")
    return database
  })
  await step("Database migrated", async ({ done }) => {
    const notices: string[] = []
    const note = (line: string) => notices.push(line)
    const applied = await applyMigrations(directUrl, undefined, note).catch((error: unknown) => {
      throw new UserError(
        `The database could not be migrated. ${error instanceof Error ? error.message : error}`,
        embedded ? "npm run reset makes a new one." : "Check that DATABASE_URL's server answers.",
      )
    })
    const summary = applied ? `${applied} migrations applied` : "Database is up to date"
    done([summary, ...notices].join(". "))
  })
  if (embedded) await endWhenDatabaseStops(url, shutdown)
  return url
}

/** An open connection shows at once when the server ends. */
async function endWhenDatabaseStops(url: string, shutdown: Shutdown) {
  const client = new pg.Client({ connectionString: url })
  client.on("error", (error) => {
    if (shutdown.isEnding()) return
    console.error(`\nThe embedded PostgreSQL ended by itself (${error.message}).`)
    shutdown.end(1)
  })
  await client.connect()
  shutdown.add(() => client.end())
}

const domainsOf = (...urls: string[]) => [
  ...new Set(urls.flatMap(originsOf).map((origin) => new URL(origin).host)),
]

/** Variables of the services, for a running chain and database. */
export function variablesFor(settings: Settings, chain: RunningChain, databaseUrl: string) {
  const { HOST, PORT, SIGNIN_DOMAINS, BASE_URL } = settings
  const local = {
    DEV_WALLET: process.env.DEV_WALLET || "on",
    FAUCET_PRIVATE_KEY: settings.FAUCET_PRIVATE_KEY ?? localFaucetKey(),
    PUBLIC_RPC_URL: chain.url,
    LOCAL_CHAIN: "on",
    // People type any of these host names; the wallet signs for the one in the address bar.
    SIGNIN_DOMAINS:
      SIGNIN_DOMAINS?.join() ?? domainsOf(BASE_URL, `http://localhost:${PORT}`).join(),
  }
  return {
    ...process.env,
    ...localSecrets(),
    ...(chain.local && local),
    DATABASE_URL: databaseUrl,
    RPC_URL: chain.url,
    CHAIN_ID: `${chain.book.chainId}`,
    CONTRACTS: JSON.stringify(chain.book),
    // The built server works in its own folder.
    CONTENT_DIR: path.resolve(settings.CONTENT_DIR),
    PORT: `${PORT}`,
    HOSTNAME: HOST,
    NEXT_TELEMETRY_DISABLED: "1",
  }
}

/** Nobody waits for an answer during a start, so its database gets as long as a slow, busy machine needs. */
export const patient = (variables: NodeJS.ProcessEnv): NodeJS.ProcessEnv => ({
  ...variables,
  DATABASE_TIMEOUT_MS: `${Math.max(Number(variables.DATABASE_TIMEOUT_MS) || 0, START_PATIENCE_MS)}`,
})

const START_PATIENCE_MS = 120_000

/**
 * Has people of the sample write, where they have not yet, and makes the key. The app's own code does
 * both, so it reads its environment in this process.
 */
async function writeSampleData(variables: NodeJS.ProcessEnv, settings: Settings, keyFile: string) {
  Object.assign(process.env, patient(variables))
  const { createTrialKey } = await import("./api-key")
  const { pool } = await import("@/lib/db/client")
  try {
    if (settings.SAMPLE && settings.INDEX_FOLLOWER) await writeSample(path.dirname(keyFile))
    return await createTrialKey(keyFile)
  } finally {
    await pool().end()
  }
}

/** Each step looks for missing parts, because an earlier start may have been interrupted in it. */
async function writeSample(folder: string) {
  const { completeSampleComments } = await import("./sample/comments")
  const { hasNoPosts, writeSampleReef } = await import("./sample/reef/write")
  const { findUndescribedProjects, writeProjectDetails } = await import("./sample/projects/write")
  const projects = await findUndescribedProjects()
  if (projects.length > 0) {
    await step("Sample tokens and markets described", async ({ done }) => {
      await writeProjectDetails(projects)
      done(`${projects.length} sample tokens and markets described`)
    })
  }
  await step("Sample comments written", async ({ done }) => {
    const count = await completeSampleComments(path.join(folder, "comments.unfinished"))
    done(count === 0 ? "Sample comments are there" : `${count} sample comments written`)
  })
  if (!(await hasNoPosts())) return
  await step("Sample Reef written", async ({ done }) => {
    const { posts, comments } = await writeSampleReef()
    done(`Sample Reef: ${posts} posts, ${comments} comments`)
  })
}

function summaryLines({ url, rpcUrl, chainId, apiKey }: EnvironmentFile) {
  return [
    "",
    `  Atoll      ${url}`,
    `  API        ${url}/docs`,
    `  Chain      ${apiKey ? rpcUrl : new URL(rpcUrl).origin} (chain id ${chainId})`,
    `  API key    ${apiKey ?? "made on the account page, after signing in"}`,
    "",
    "  Ctrl-C stops it; the next start goes on where it stopped.",
  ].join("\n")
}

function alreadyRunningError(run: Run | null, facts: EnvironmentFile | null) {
  if (!run)
    return new UserError("Another command is starting here.", "Wait for it, then try again.")
  const where = facts ? `at ${facts.url}` : "and is still starting"
  return new UserError(
    `Atoll already runs here (${run.command}, process ${run.owner.pid}) ${where}.`,
    `Use that one, or stop it first: Ctrl-C in its terminal, or kill ${run.owner.pid}`,
  )
}

/** Ends the processes that a killed run left behind, after saving its chain's history. */
async function endStaleProcesses(data: string, lock: Lock): Promise<void> {
  removeEnvironmentFile(data)
  const alive = lock.leftover?.children.filter(isAlive) ?? []
  if (alive.length > 0) {
    await step("Leftovers of a killed run cleared", async ({ progress }) => {
      for (const child of alive.reverse()) {
        progress(child.name)
        await saveChainOf(child)
        await end(child)
      }
    })
  }
  for (const { pid } of lock.leftover?.children ?? []) lock.drop(pid)
}

type RecordedChild = Run["children"][number]

async function saveChainOf({ chain }: RecordedChild) {
  if (!chain || !existsSync(chain.folder)) return
  await saveHistory(z.url().parse(chain.url), chain.folder).catch((error: unknown) =>
    console.error("Its chain could not be saved; the last saved history counts.", error),
  )
}
