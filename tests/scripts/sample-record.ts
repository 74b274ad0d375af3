import { createHash } from "node:crypto"
import { readFileSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import path from "node:path"
import type { RunnerTask, RunnerTestFile } from "vitest"
import { dependenciesOf, ROOT, readSource } from "@/scripts/guards/sources"

const START = "tests/scripts/sample.test.ts"
const DATA = ["scripts/local/sample/month.scenario"]
/** The node, and what signs and encodes. */
const PACKAGES = ["@foundry-rs/anvil", "viem"]
/**
 * Settings and answers of the server, of which the contracts' addresses are a part, and what starts and asks a node:
 * the chains of the browser tests are made by it in every run.
 */
const UNRELATED = [
  ...["lib/env.ts", "lib/http/errors.ts", "scripts/guards/sources.ts", "tests/helpers/deep.ts"],
  ...["anvil.ts", "fresh-node.ts", "report.mjs", "rpc.ts", "wait-for-receipt.ts"].map(
    (file) => `scripts/local/${file}`,
  ),
]
const RECORD = path.join(ROOT, "tests/scripts/sample-record.txt")

/** Stands for everything the full history follows from: its lines, the code that replays and judges it, the contracts. */
export function digestOfHistory(): string {
  const files = new Set([START, ...DATA])
  for (const file of files) {
    if (!/\.(ts|mjs)$/.test(file)) continue
    for (const imported of dependenciesOf(file)) {
      if (!UNRELATED.includes(imported)) files.add(imported)
    }
  }
  const hash = createHash("sha256")
  for (const file of [...files].sort()) hash.update(JSON.stringify([file, readSource(file)]))
  for (const name of PACKAGES) hash.update(JSON.stringify([name, versionOf(name)]))
  return hash.digest("hex")
}

function versionOf(name: string): string {
  const { packages } = createRequire(import.meta.url)(path.join(ROOT, "package-lock.json"))
  return packages[`node_modules/${name}`].version
}

/** What was replayed whole last, and passed. */
export const replayedHistory = () => readFileSync(RECORD, "utf8").trim()

/** To be committed with the change: until then every run replays the history whole. */
export function recordIfPassed(file: RunnerTestFile, digest: string): void {
  if (testsOf(file.tasks).some(({ result }) => result?.state !== "pass")) return
  if (replayedHistory() !== digest) writeFileSync(RECORD, `${digest}\n`)
}

const testsOf = (tasks: readonly RunnerTask[]): RunnerTask[] =>
  tasks.flatMap((task) => ("tasks" in task ? testsOf(task.tasks) : [task]))
