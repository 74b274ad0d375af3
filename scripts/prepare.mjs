// Prepares every command: variables of .env, this machine's secret, the generated code, and a migrated database.
import { randomBytes } from "node:crypto"
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import path from "node:path"
import { readSecretFiles } from "../lib/secret-files.mjs"
import generate from "./generate/generate.mjs"
import { UserError } from "./local/report.mjs"
import { currentRun } from "./local/run-lock.mjs"

const root = path.resolve(import.meta.dirname, "..")
const data = path.join(root, ".data")

/**
 * Prepares all of it. Returns the variables to pass on and `release`, which releases the embedded database. While the
 * local environment runs, its chain is among the variables.
 * @param {{ log?: (line: string) => void }} [options]
 */
export async function prepare({ log = () => {} } = {}) {
  loadEnvFiles()
  await generate()
  const { url, directUrl, release } = await openDatabase()
  await applyMigrations(directUrl, log)
  const variables = {
    ...localSecrets(),
    DATABASE_URL: url,
    DATABASE_DIRECT_URL: directUrl,
    ...localChain(),
  }
  return { variables, release }
}

/** Reads .env.local, .env and files of secrets (NAME_FILE); existing variables stay. */
export function loadEnvFiles() {
  for (const file of [".env.local", ".env"]) {
    const location = path.join(root, file)
    if (existsSync(location)) process.loadEnvFile(location)
  }
  try {
    Object.assign(process.env, readSecretFiles(process.env))
  } catch (error) {
    const remedy =
      "Correct it in .env or in the shell; .env.example says how secrets are read from files."
    throw new UserError(error instanceof Error ? error.message : `${error}`, remedy)
  }
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
 * The database of DATABASE_URL, else the embedded one. There every chain has a separate database, so that changing
 * CHAIN_ID back and forth mixes nothing. `directUrl` leads past a pooler.
 */
export async function openDatabase() {
  const { DATABASE_URL, DATABASE_DIRECT_URL } = process.env
  if (DATABASE_URL) {
    return {
      url: DATABASE_URL,
      directUrl: DATABASE_DIRECT_URL || DATABASE_URL,
      embedded: false,
      joined: false,
      release: async () => {},
    }
  }
  if (DATABASE_DIRECT_URL) {
    throw new Error("DATABASE_DIRECT_URL needs DATABASE_URL: both lead to the same database")
  }
  const { ensurePostgres } = await import("./database/server.mjs")
  const server = await ensurePostgres(path.join(data, "postgres"), {
    database: `chain_${process.env.CHAIN_ID || 31337}`,
  })
  const { url, joined, stop } = server
  return { url, directUrl: url, embedded: true, joined, release: stop }
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
