import path from "node:path"
import { defineConfig } from "prisma/config"
import { hostsOf } from "./lib/database-hosts.mjs"
import { readSecretFiles } from "./lib/secret-files.mjs"

// The schema engine runs as WebAssembly from npm: no binary is downloaded.
if (process.platform !== "win32") {
  process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= path.resolve(
    import.meta.dirname,
    "scripts/database/schema-engine.mjs",
  )
}

/** The command line of the schema engine holds the address: the password reaches it by its environment. */
function withoutPassword(address: string | undefined) {
  if (!address) return undefined
  const url = new URL(hostsOf(address).current)
  if (url.password) process.env.PGPASSWORD = decodeURIComponent(url.password)
  url.password = ""
  return url.href
}

const secrets = { ...process.env, ...readSecretFiles(process.env) }

export default defineConfig({
  schema: "prisma/schema",
  migrations: { path: "prisma/migrations" },
  datasource: {
    url: withoutPassword(secrets.DATABASE_DIRECT_URL || secrets.DATABASE_URL) ?? "",
    shadowDatabaseUrl: process.env.SHADOW_DATABASE_URL,
  },
})
