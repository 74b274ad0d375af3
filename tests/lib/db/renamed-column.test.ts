import { execFileSync, spawnSync } from "node:child_process"
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import path from "node:path"
import { afterAll, expect, test } from "vitest"
import { isDeep } from "@/tests/helpers/deep"

const ROOT = path.resolve(import.meta.dirname, "../../..")
const READER = path.join(ROOT, "lib/tokens/trades/queries.ts")

mkdirSync(path.join(ROOT, ".data/test"), { recursive: true })
const folder = mkdtempSync(path.join(ROOT, ".data/test/renamed-"))

afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The types of the query builder, of a schema in which a column of `trade` has another name. */
function generateRenamed(from: string, to: string) {
  const schema = path.join(folder, "schema")
  cpSync(path.join(ROOT, "prisma/schema"), schema, { recursive: true })
  const main = path.join(schema, "main.prisma")
  const withoutClient = readFileSync(main, "utf8")
    .replace(/generator client \{[^}]*\}/, "")
    .replace("../../lib/generated", folder)
  writeFileSync(main, withoutClient)
  const tokens = path.join(schema, "tokens.prisma")
  writeFileSync(tokens, readFileSync(tokens, "utf8").replace(`@map("${from}")`, `@map("${to}")`))
  const cli = createRequire(import.meta.url).resolve("prisma/build/index.js")
  execFileSync(process.execPath, [cli, "generate", "--schema", schema], {
    cwd: ROOT,
    env: { ...process.env, CHECKPOINT_DISABLE: "1" },
    stdio: "pipe",
  })
}

/** What the compiler says of the file that reads trades, with the renamed types in place of the others. */
function compileReader() {
  const config = path.join(folder, "tsconfig.json")
  const paths = { "@/lib/generated/database": [path.join(folder, "database.ts")] }
  const compilerOptions = { incremental: false, paths: { ...paths, "@/*": [`${ROOT}/*`] } }
  const extended = { extends: path.join(ROOT, "tsconfig.json"), compilerOptions }
  writeFileSync(config, JSON.stringify({ ...extended, files: [READER], include: [] }))
  const compiler = createRequire(import.meta.url).resolve("typescript-native/package.json")
  const tsc = path.join(path.dirname(compiler), "bin/tsc")
  const args = [tsc, "--project", config, "--pretty", "false", "--checkers", "1"]
  const { stdout } = spawnSync(process.execPath, args, { cwd: ROOT, encoding: "utf8" })
  return stdout.split("\n").filter((line) => line.startsWith("lib/tokens/trades/queries.ts("))
}

// Types are generated and compiled for it alone.
test.runIf(isDeep)("renaming a column in the schema is an error of types where it is used", () => {
  generateRenamed("amount_usdc", "amount_paid")
  const errors = compileReader()
  expect(errors.length).toBeGreaterThan(1)
  expect(errors.join("\n")).toContain("amount_usdc")
})
