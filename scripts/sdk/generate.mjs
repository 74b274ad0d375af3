// What the SDK takes from lib/api/openapi.json: the types of all operations, and the fields of the actions; how text of
// users is quoted for models, and remedies in the words of clients.
import { spawnSync } from "node:child_process"
import { createHash } from "node:crypto"
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import path from "node:path"

const root = path.resolve(import.meta.dirname, "../..")
const document = path.join(root, "lib/api/openapi.json")
const folder = path.join(root, "sdk/src/generated")
/** Files without imports, of which the SDK has copies. */
const COPIES = ["lib/mcp/quote-text.ts", "lib/errors/client-remedies.ts"]

/** Writes sdk/src/generated when the document or this file has changed since the last time. */
export function generateSdk() {
  const text = readFileSync(document)
  const hash = createHash("sha256").update(text)
  for (const file of ["package-lock.json", "scripts/sdk/generate.mjs", ...COPIES]) {
    hash.update(readFileSync(path.join(root, file)))
  }
  const stamp = path.join(folder, "stamp")
  const digest = hash.digest("hex")
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === digest) return
  mkdirSync(folder, { recursive: true })
  writeTypes()
  writeFileSync(path.join(folder, "actions.ts"), describeActions(JSON.parse(text.toString())))
  for (const file of COPIES) {
    copyFileSync(path.join(root, file), path.join(folder, path.basename(file)))
  }
  writeFileSync(stamp, digest)
}

/** A field with a default may be left out of a request. */
function writeTypes() {
  const require = createRequire(import.meta.url)
  const cli = path.join(require.resolve("openapi-typescript/package.json"), "../bin/cli.js")
  const output = path.join(folder, "api.ts")
  const args = [cli, document, "--output", output, "--default-non-nullable", "false"]
  const run = spawnSync(process.execPath, args, { cwd: root, encoding: "utf8" })
  if (run.status !== 0) throw new Error(`openapi-typescript failed:\n${run.stdout}${run.stderr}`)
}

/**
 * Names, summaries and fields of the actions.
 * @param {{ components: { schemas: Record<string, any> } }} document
 */
function describeActions({ components: { schemas } }) {
  const entries = schemas.Action.oneOf.map((/** @type {{ $ref: string }} */ { $ref }) => {
    const { description, properties, required } = schemas[$ref.slice($ref.lastIndexOf("/") + 1)]
    const { action, wallet: _, ...fields } = properties
    return [action.const, { summary: description, required: required.slice(1), fields }]
  })
  return `export const actionFields = ${JSON.stringify(Object.fromEntries(entries), null, 2)} as const\n`
}
