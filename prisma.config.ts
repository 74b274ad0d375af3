import path from "node:path"
import { defineConfig } from "prisma/config"

// The schema engine runs as WebAssembly from npm: no binary is downloaded.
if (process.platform !== "win32") {
  process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= path.resolve(
    import.meta.dirname,
    "scripts/database/schema-engine.mjs",
  )
}

export default defineConfig({
  schema: "prisma/schema",
  migrations: { path: "prisma/migrations" },
  datasource: {
    url: process.env.DATABASE_URL ?? "",
    shadowDatabaseUrl: process.env.SHADOW_DATABASE_URL,
  },
})
