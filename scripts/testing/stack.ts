import { mkdirSync, rmSync, writeFileSync } from "node:fs"
import path from "node:path"
import pg from "pg"
import { freePort } from "@/scripts/local/anvil"
import { createChain, MNEMONIC, resumeChain } from "@/scripts/local/chain"
import { writeEnvironmentFile } from "@/scripts/local/environment-file"
import { fundFaucet, localFaucetKey } from "@/scripts/local/faucet"
import { step } from "@/scripts/local/report.mjs"
import { replayMiniSample } from "@/scripts/local/sample/replay"
import { buildWeb, prepareWeb, startServices, startWeb } from "@/scripts/local/services"
import { readSettings } from "@/scripts/local/settings"
import type { Shutdown } from "@/scripts/local/shutdown.mjs"
import { variablesFor } from "@/scripts/local/start-environment"
import { applyMigrations, localSecrets } from "@/scripts/prepare.mjs"
import { adminAccount } from "./admin"
import { ensureTestPostgres } from "./database"

const CHAIN_ID = 31337

/** The environment of most browser tests. */
const SHARED = "shared"
const DIST_DIR = ".data/test/next"

/** `folder` holds its local.json; `variables` are those of its web server. */
export type Stack = { folder: string; databaseUrl: string; variables: NodeJS.ProcessEnv }

/**
 * Starts the whole product as `npm start` does, on a database, a chain and ports of its own, with a short history and
 * without bot and price feeder: tests post prices themselves. Twice, if wanted, for tests that are alone: one core makes
 * databases and chains while the other one builds the app.
 */
export async function startStacks(root: string, shutdown: Shutdown, withAlone: boolean) {
  const prepare = async (name: string, before?: Promise<unknown>) => {
    const place = createStackFolder(root, shutdown, name)
    await before
    const databaseUrl = await createDatabase(place, root, shutdown)
    const chain = await createTestChain(place, shutdown)
    return { ...place, databaseUrl, chain }
  }
  const [first, second] = await step("App built, chains with a history", ({ progress }) => {
    const shared = prepare(SHARED)
    const alone = withAlone ? prepare("alone", shared) : null
    // Continuous integration builds once.
    const keepsCache = !process.env.CI
    const app = buildWeb({ shutdown, distDir: DIST_DIR, keepsCache, progress })
    return Promise.all([shared, alone, app])
  })
  const [shared, alone] = await Promise.all([
    startProduct(root, shutdown, first),
    second && startProduct(root, shutdown, second),
  ])
  return { shared, alone }
}

type StackFolder = { name: string; id: string; data: string }

function createStackFolder(root: string, shutdown: Shutdown, name: string): StackFolder {
  const id = `${name}-${process.pid}`
  const data = path.join(root, `.data/test/stack-${id}`)
  mkdirSync(data, { recursive: true })
  shutdown.add(() => rmSync(data, { recursive: true, force: true }))
  return { name, id, data }
}

type StackInputs = StackFolder & {
  databaseUrl: string
  chain: Awaited<ReturnType<typeof createTestChain>>
}

async function startProduct(root: string, shutdown: Shutdown, inputs: StackInputs) {
  const { name, data, databaseUrl, chain } = inputs
  const port = await freePort()
  const settings = readSettings({
    PORT: `${port}`,
    DATABASE_URL: databaseUrl,
    ...localSecrets(),
    ACTIVITY: "off",
    FEEDER: "off",
    CONTENT_DIR: path.join(data, "content"),
  })
  const variables = {
    ...variablesFor(settings, chain, databaseUrl),
    BASE_URL: settings.BASE_URL,
    DEV_WALLET: "on",
    ADMIN_WALLETS: adminAccount(MNEMONIC).address,
    ...(name === SHARED && (await reserveNetworks(data))),
    // All browsers of the tests share one address.
    RATE_LIMIT_IP: "100000",
    RATE_LIMIT_PAGE: "100000",
    RATE_LIMIT_SYNC: "100000",
    RATE_LIMIT_VIEW: "100000",
    RATE_LIMIT_LOOKUP: "100000",
    RATE_LIMIT_LIVE: "100000",
    RATE_LIMIT_ROUNDS: "100000",
    RATE_LIMIT_FAUCET: "100000",
    RATE_LIMIT_CLAIM: "100000",
    RATE_LIMIT_CLAIM_DAY: "100000",
    RATE_LIMIT_MOLTBOOK: "100000",
  }
  const logs = path.join(root, `.data/test/logs/${name}`)
  const context = { root, shutdown, settings, variables, logs, distDir: DIST_DIR }
  const server = await prepareWeb({ ...context, dev: false })
  await startWeb({ ...context, server })
  await startServices({ ...context, chain, server })
  writeEnvironmentFile(data, {
    url: settings.BASE_URL,
    rpcUrl: chain.url,
    chainId: CHAIN_ID,
    apiKey: null,
    contracts: chain.book,
    mnemonic: MNEMONIC,
  })
  return { folder: data, databaseUrl, variables }
}

/**
 * X and Moltbook answer at a port of this machine while a test serves them there (tests/pages/social.spec.ts); its
 * number is kept beside the environment's file.
 */
async function reserveNetworks(data: string) {
  const port = await freePort()
  writeFileSync(path.join(data, "networks-port"), `${port}`)
  const base = `http://127.0.0.1:${port}`
  return {
    SOCIAL_HANDLE: "AtollHQ",
    SOCIAL_OEMBED_URL: `${base}/oembed`,
    MOLTBOOK_API_URL: `${base}/api/v1/`,
  }
}

async function createDatabase({ id }: StackFolder, root: string, shutdown: Shutdown) {
  const name = `stack-${id}`
  const server = await shutdown.acquire(
    () => ensureTestPostgres(root),
    (running) => running.stop(),
  )
  const admin = async (sql: string) => {
    const client = new pg.Client({ connectionString: server.url })
    await client.connect()
    await client.query(sql).finally(() => client.end())
  }
  const drop = `drop database if exists "${name}" with (force)`
  await admin(drop)
  await admin(`create database "${name}"`)
  shutdown.add(() => admin(drop))
  const url = new URL(server.url)
  url.pathname = `/${name}`
  await applyMigrations(url.href)
  return url.href
}

async function createTestChain({ data }: StackFolder, shutdown: Shutdown) {
  const place = { folder: path.join(data, "chain"), port: await freePort(), chainId: CHAIN_ID }
  let stop = async () => {}
  shutdown.add(() => stop())
  const fresh = await createChain(place, (node) => {
    stop = node.stop
  })
  await replayMiniSample({
    rpcUrl: fresh.url,
    chainId: CHAIN_ID,
    book: fresh.book,
    mnemonic: MNEMONIC,
  })
  await fresh.keep()
  const chain = await shutdown.acquire(
    () => resumeChain(place),
    (running) => running.stop(),
  )
  await fundFaucet(chain, localFaucetKey())
  return { url: chain.url, book: chain.book, local: true }
}
