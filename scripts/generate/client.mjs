// lib/generated: the Prisma client and the query builder's types.
import { spawn } from "node:child_process"
import { once } from "node:events"
import { readdirSync } from "node:fs"
import { createRequire } from "node:module"
import path from "node:path"
import { text } from "node:stream/consumers"
import { digestOf, isStamped, root, writeWhole } from "./files.mjs"

const STAMP = path.join(root, "lib/generated/stamp")

function digest() {
  const schema = readdirSync(path.join(root, "prisma/schema")).sort()
  const inputs = ["package-lock.json", "scripts/database/types-generator.mjs"]
  return digestOf([...inputs, ...schema.map((name) => `prisma/schema/${name}`)])
}

export const isCurrent = () => isStamped(STAMP, digest())

export async function make() {
  const current = digest()
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
  writeWhole(STAMP, current)
}
