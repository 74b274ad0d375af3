// npm run backup: copies of the database from which it can be restored as of any moment (docs/operations.md).
import { readFile, writeFile } from "node:fs/promises"
import path from "node:path"
import { Command } from "commander"
import { z } from "zod"
import {
  backUp,
  compareDigests,
  digestTables,
  receiveWal,
  restore,
} from "@/scripts/database/backup"
import { loadEnvFiles } from "@/scripts/prepare.mjs"

loadEnvFiles()

const program = new Command("npm run backup --").description(
  "Backups by PostgreSQL's own programs. DATABASE_DIRECT_URL, else DATABASE_URL, names the server, whose role may replicate.",
)

program
  .command("base <folder>")
  .description("copies the cluster while it works")
  .option("--programs <folder>", "where pg_basebackup and its like are")
  .action(async (folder: string, { programs }: { programs?: string }) => {
    console.log(
      `Backed up: ${await backUp(databaseUrl(), { folder: path.resolve(folder), programs })}`,
    )
  })

program
  .command("wal <folder>")
  .description(
    "stores what is written from now on, until it is stopped; run it beside the database",
  )
  .option("--programs <folder>", "where pg_receivewal is")
  .action(async (folder: string, { programs }: { programs?: string }) => {
    const stop = new AbortController()
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => stop.abort())
    console.log(`Storing the write-ahead log in ${path.resolve(folder, "wal")}`)
    await receiveWal(databaseUrl(), { folder: path.resolve(folder), programs }, stop.signal)
  })

program
  .command("digest <file>")
  .description("writes the number of rows and a checksum of each table")
  .action(async (file: string) => {
    await writeFile(file, `${JSON.stringify(await digestTables(databaseUrl()), null, 2)}\n`)
  })

program
  .command("restore <folder> <data>")
  .description("makes a new cluster in the folder <data>, and starts it on 127.0.0.1")
  .option("--at <time>", "as of this moment, such as 2026-01-31T12:00:00Z; by default the newest")
  .option("--port <port>", "of the new cluster", "5433")
  .option("--programs <folder>", "where pg_ctl is")
  .action(async (folder: string, data: string, options: z.input<typeof restoreOptions>) => {
    const { at, port, programs } = restoreOptions.parse(options)
    await restore({ folder: path.resolve(folder), data: path.resolve(data), at, port, programs })
    console.log(`Restored: the cluster in ${path.resolve(data)} listens on 127.0.0.1:${port}`)
  })

const restoreOptions = z.object({
  at: z.coerce.date("must be a time such as 2026-01-31T12:00:00Z").optional(),
  port: z.coerce.number().int().min(1).max(65_535),
  programs: z.string().optional(),
})

program
  .command("compare <file> <url>")
  .description("compares all tables of the database at <url> with those of a digest")
  .action(async (file: string, url: string) => {
    const original = digest.parse(JSON.parse(await readFile(file, "utf8")))
    const differences = compareDigests(original, await digestTables(url))
    for (const difference of differences) console.log(difference)
    console.log(differences.length > 0 ? "The databases differ" : "All tables are equal")
    if (differences.length > 0) process.exitCode = 1
  })

const digest = z.record(z.string(), z.object({ rows: z.string(), sum: z.string() }))

await program.parseAsync().catch((error: unknown) => {
  const reason = error instanceof z.ZodError ? z.prettifyError(error) : error
  console.error(reason instanceof Error ? reason.message : reason)
  process.exitCode = 1
})

function databaseUrl() {
  const url = process.env.DATABASE_DIRECT_URL || process.env.DATABASE_URL
  if (!url) throw new Error("Set DATABASE_URL to the database that is backed up")
  return url
}
