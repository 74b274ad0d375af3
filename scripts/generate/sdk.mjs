// sdk/src/generated and the generated part of the Python package: the types of all operations and the fields of the
// actions, from the OpenAPI document; how text of users is quoted for models, and remedies in the words of clients.
import { mkdirSync, readdirSync, readFileSync, renameSync } from "node:fs"
import { createRequire } from "node:module"
import path from "node:path"
import { execa } from "execa"
import { digestOf, isStamped, read, root, writeWhole } from "./files.mjs"
import { DOCUMENT } from "./openapi.mjs"

const PYTHON_FOLDER = path.join(root, "sdk/python/src/atoll_sdk/generated")
const FOLDER = path.join(root, "sdk/src/generated")
const STAMP = path.join(FOLDER, "stamp")
/** Files without imports, of which the SDK has copies. */
const COPIES = ["lib/mcp/quote-text.ts", "lib/errors/client-remedies.ts"]
const RULES = "sdk/src/verification/rules"

const digest = () =>
  digestOf([
    ...["lib/generated/openapi.json", "package-lock.json", ...COPIES],
    ...["sdk", "python", "python-types", "python-methods"].map(
      (name) => `scripts/generate/${name}.mjs`,
    ),
    ...readdirSync(path.join(root, RULES))
      .sort()
      .map((name) => `${RULES}/${name}`),
  ])

export const isCurrent = () =>
  isStamped(STAMP, digest()) && read(path.join(PYTHON_FOLDER, "__init__.py")) !== null

export async function make() {
  const current = digest()
  const document = JSON.parse(readFileSync(DOCUMENT, "utf8"))
  writeWhole(path.join(FOLDER, "actions.ts"), describeActions(document))
  for (const file of COPIES) {
    writeWhole(path.join(FOLDER, path.basename(file)), readFileSync(path.join(root, file)))
  }
  const { describePython } = await import("./python.mjs")
  const [python] = await Promise.all([describePython(document), writeTypes()])
  for (const [name, content] of Object.entries(python)) {
    writeWhole(path.join(PYTHON_FOLDER, name), content)
  }
  writeWhole(STAMP, current)
}

/** A field with a default may be left out of a request. */
async function writeTypes() {
  const require = createRequire(import.meta.url)
  const cli = path.join(require.resolve("openapi-typescript/package.json"), "../bin/cli.js")
  mkdirSync(FOLDER, { recursive: true })
  const draft = path.join(FOLDER, `api.${process.pid}`)
  const args = [cli, DOCUMENT, "--output", draft, "--default-non-nullable", "false"]
  await execa(process.execPath, args, { cwd: root, stdin: "ignore" })
  renameSync(draft, path.join(FOLDER, "api.ts"))
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
