import { spawnSync } from "node:child_process"
import { createHash, randomBytes } from "node:crypto"
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import path from "node:path"

const root = path.resolve(import.meta.dirname, "..")

/**
 * Makes ready what every command needs: variables of .env, this machine's secrets, the generated
 * database client, and a migrated database (DATABASE_URL, else the embedded one in .data/postgres).
 * Returns the variables to hand on and `release`, which gives the embedded database back.
 */
export async function prepare({ log = () => {} } = {}) {
  loadEnvFiles()
  generateClient()
  const secrets = localSecrets()
  const { url, release } = await database(log)
  const { migrate } = await import("./database/migrate.mjs")
  await migrate(url, path.join(root, "prisma/migrations"), log)
  return { variables: { ...secrets, DATABASE_URL: url }, release }
}

function loadEnvFiles() {
  for (const file of [".env.local", ".env"]) {
    const found = path.join(root, file)
    if (existsSync(found)) process.loadEnvFile(found)
  }
}

/** Generates the Prisma client when the schema has changed since the last time. */
export function generateClient() {
  const folder = path.join(root, "prisma/schema")
  const hash = createHash("sha256").update(readFileSync(path.join(root, "package-lock.json")))
  for (const file of readdirSync(folder).sort()) hash.update(readFileSync(path.join(folder, file)))
  const stamp = path.join(root, "lib/generated/stamp")
  const digest = hash.digest("hex")
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === digest) return
  const cli = createRequire(import.meta.url).resolve("prisma/build/index.js")
  const run = spawnSync(process.execPath, [cli, "generate"], {
    cwd: root,
    encoding: "utf8",
    env: { ...process.env, CHECKPOINT_DISABLE: "1" },
  })
  if (run.status !== 0) throw new Error(`prisma generate failed:\n${run.stdout}${run.stderr}`)
  writeFileSync(stamp, digest)
}

/** SESSION_SECRET for a machine without configuration: made once, kept in .data, readable by the owner only. */
function localSecrets() {
  if (process.env.SESSION_SECRET) return {}
  const file = path.join(root, ".data/session-secret")
  if (!existsSync(file)) {
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, randomBytes(32).toString("hex"), { mode: 0o600 })
  }
  return { SESSION_SECRET: readFileSync(file, "utf8").trim() }
}

async function database(log) {
  if (process.env.DATABASE_URL) return { url: process.env.DATABASE_URL, release: async () => {} }
  const { ensurePostgres } = await import("./database/server.mjs")
  const server = await ensurePostgres(path.join(root, ".data/postgres"))
  log(`${server.joined ? "joined" : "started"} the embedded PostgreSQL`)
  return { url: server.url, release: server.stop }
}
