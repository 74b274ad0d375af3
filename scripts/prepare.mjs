// What every command needs: variables of .env, this machine's secret, the generated database client,
// and a migrated database.
import { spawn } from "node:child_process"
import { createHash, randomBytes } from "node:crypto"
import { once } from "node:events"
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import path from "node:path"
import { text } from "node:stream/consumers"
import { currentRun } from "./local/run-lock.mjs"
import { generateSdk } from "./sdk/generate.mjs"

const root = path.resolve(import.meta.dirname, "..")
const data = path.join(root, ".data")

/**
 * Makes all of it ready. Returns the variables to hand on and `release`, which gives the embedded
 * database back. While the local environment runs, its chain is among the variables.
 * @param {{ log?: (line: string) => void }} [options]
 */
export async function prepare({ log = () => {} } = {}) {
  loadEnvFiles()
  generateSdk()
  await generateClient()
  const { url, release } = await openDatabase()
  await applyMigrations(url, log)
  const variables = { ...localSecrets(), DATABASE_URL: url, ...localChain() }
  return { variables, release }
}

/** Reads .env.local and .env; what is set already stays. */
export function loadEnvFiles() {
  for (const file of [".env.local", ".env"]) {
    const found = path.join(root, file)
    if (existsSync(found)) process.loadEnvFile(found)
  }
}

/** Generates the Prisma client and the query builder's types when the schema has changed since the last time. */
export async function generateClient() {
  const folder = path.join(root, "prisma/schema")
  const hash = createHash("sha256")
  const files = readdirSync(folder).sort()
  const inputs = ["package-lock.json", "scripts/database/types-generator.mjs"]
  for (const file of [...inputs, ...files.map((name) => path.join("prisma/schema", name))]) {
    hash.update(readFileSync(path.join(root, file)))
  }
  const stamp = path.join(root, "lib/generated/stamp")
  const digest = hash.digest("hex")
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === digest) return
  const cli = createRequire(import.meta.url).resolve("prisma/build/index.js")
  const run = spawn(process.execPath, [cli, "generate"], {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, CHECKPOINT_DISABLE: "1" },
  })
  const [output, errors, [code]] = await Promise.all([
    text(run.stdout),
    text(run.stderr),
    once(run, "exit"),
  ])
  if (code !== 0) throw new Error(`prisma generate failed:\n${output}${errors}`)
  writeFileSync(stamp, digest)
}

/** Variable of a secret and its file in .data. */
const SECRET_FILES = {
  SESSION_SECRET: "session-secret",
  TOKEN_ENCRYPTION_KEY: "token-encryption-key",
}

/** Secrets of a machine without configuration: made once, kept in .data, readable by the owner only. */
export function localSecrets() {
  const missing = Object.entries(SECRET_FILES).filter(([name]) => !process.env[name])
  return Object.fromEntries(missing.map(([name, file]) => [name, readOrMakeSecret(file)]))
}

/** @param {string} name */
function readOrMakeSecret(name) {
  const file = path.join(data, name)
  if (!existsSync(file)) {
    mkdirSync(data, { recursive: true })
    writeFileSync(file, randomBytes(32).toString("hex"), { mode: 0o600 })
  }
  return readFileSync(file, "utf8").trim()
}

/**
 * The database of DATABASE_URL, else the embedded one. There every chain has a database of its own, so
 * that changing CHAIN_ID back and forth mixes nothing.
 */
export async function openDatabase() {
  if (process.env.DATABASE_URL) {
    return {
      url: process.env.DATABASE_URL,
      embedded: false,
      joined: false,
      release: async () => {},
    }
  }
  const { ensurePostgres } = await import("./database/server.mjs")
  const server = await ensurePostgres(path.join(data, "postgres"), {
    database: `chain_${process.env.CHAIN_ID || 31337}`,
  })
  return { url: server.url, embedded: true, joined: server.joined, release: server.stop }
}

/**
 * @param {string} url
 * @param {(line: string) => void} [log]
 * @param {(line: string) => void} [notice]
 */
export async function applyMigrations(url, log = () => {}, notice = console.log) {
  const { migrate } = await import("./database/migrate.mjs")
  return migrate(url, path.join(root, "prisma/migrations"), log, notice)
}

/** The chain that `npm start` or `npm run dev` is running, unless another one is configured. */
function localChain() {
  if (process.env.RPC_URL || !currentRun(data)) return {}
  const file = path.join(data, "local.json")
  if (!existsSync(file)) return {}
  const { rpcUrl, chainId, mnemonic } = JSON.parse(readFileSync(file, "utf8"))
  return {
    RPC_URL: rpcUrl,
    CHAIN_ID: `${chainId}`,
    LOCAL_CHAIN: mnemonic === null ? "off" : "on",
    DEPLOYMENTS_DIR: path.join(data, "chain", `${chainId}`),
  }
}
