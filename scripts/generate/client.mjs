// lib/generated: the Prisma client, the query builder's types, and the names of the migrations.
import { readdirSync } from "node:fs"
import { createRequire } from "node:module"
import path from "node:path"
import { execa } from "execa"
import { digestOf, isStamped, root, writeWhole } from "./files.mjs"

const STAMP = path.join(root, "lib/generated/stamp")

const migrations = () =>
  readdirSync(path.join(root, "prisma/migrations"), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort()

function digest() {
  const schema = readdirSync(path.join(root, "prisma/schema")).sort()
  const inputs = ["package-lock.json", "scripts/database/types-generator.mjs"]
  return digestOf([...inputs, ...schema.map((name) => `prisma/schema/${name}`)], migrations())
}

export const isCurrent = () => isStamped(STAMP, digest())

export async function make() {
  const current = digest()
  const cli = createRequire(import.meta.url).resolve("prisma/build/index.js")
  const env = { CHECKPOINT_DISABLE: "1" }
  writeWhole(
    path.join(root, "lib/generated/migrations.ts"),
    `/** All migrations of this version. */
export const migrations: readonly string[] = ${JSON.stringify(migrations(), null, 2)}
`,
  )
  await execa(process.execPath, [cli, "generate"], { cwd: root, stdin: "ignore", env })
  writeWhole(STAMP, current)
}
