// npm run migrate, or node .next/standalone/migrate.mjs: brings the database to this version, while servers of the version
// before run.
import { existsSync } from "node:fs"
import path from "node:path"
import { parseArgs } from "node:util"
import { readSecretFiles } from "@/lib/secret-files.mjs"
import { listPending, migrate } from "@/scripts/database/migrate.mjs"

const USAGE = `usage: migrate [--status]

Applies the migrations that the database of DATABASE_DIRECT_URL, else DATABASE_URL, lacks.
--status   says which ones it lacks, and changes nothing

Ends with 0 when nothing is lacking, 1 after a failure, 2 when called wrongly, and with --status 3 when some are lacking.`

/** Beside the program in a build, else those of the sources. */
const folder = ["migrations", "../prisma/migrations"]
  .map((place) => path.join(import.meta.dirname, place))
  .find((place) => existsSync(place))

process.exitCode = await run().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  return 1
})

async function run() {
  const isStatus = readArguments()
  if (isStatus === undefined) return 2
  for (const file of [".env.local", ".env"]) if (existsSync(file)) process.loadEnvFile(file)
  Object.assign(process.env, readSecretFiles(process.env))
  const url = process.env.DATABASE_DIRECT_URL || process.env.DATABASE_URL
  if (!url || !folder) {
    console.error(
      url ? "There are no migrations beside this program" : `Set DATABASE_URL\n\n${USAGE}`,
    )
    return 2
  }
  return isStatus ? printStatus(url, folder) : apply(url, folder)
}

function readArguments(): boolean | undefined {
  try {
    return parseArgs({ options: { status: { type: "boolean", default: false } } }).values.status
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\n\n${USAGE}`)
    return undefined
  }
}

async function printStatus(url: string, folder: string) {
  const pending = await listPending(url, folder)
  for (const name of pending) console.log(`pending ${name}`)
  console.log(pending.length > 0 ? `${pending.length} migration(s) pending` : "up to date")
  return pending.length > 0 ? 3 : 0
}

async function apply(url: string, folder: string) {
  const count = await migrate(url, folder)
  console.log(count > 0 ? `${count} migration(s) applied` : "up to date")
  return 0
}
