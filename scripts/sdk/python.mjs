// The generated part of the Python package: the rules by which it verifies what it signs, from the TypeScript ones,
// and types, actions and operations, from lib/api/openapi.json. `node scripts/sdk/python.mjs` checks that the committed
// files are those that follow from the sources today.
import { readFileSync, writeFileSync } from "node:fs"
import path from "node:path"
import { pathToFileURL } from "node:url"
import { build } from "esbuild"
import { parseAbiItem, toFunctionSelector } from "viem"
import { writeActions, writeApi } from "./python-methods.mjs"
import { writeTypes } from "./python-types.mjs"

const root = path.resolve(import.meta.dirname, "../..")

const FOLDER = path.join(root, "sdk/python/src/atoll_sdk/generated")

/** Texts of the files, by name. */
async function describePython() {
  const document = JSON.parse(readFileSync(path.join(root, "lib/api/openapi.json"), "utf8"))
  return {
    "rules.json": writeRules(await readRules()),
    "types.py": writeTypes(document),
    "actions.py": writeActions(document),
    "api.py": writeApi(document),
  }
}

/** Writes the files, which are committed: pip installs the package from a checkout, without Node. */
export async function generatePython() {
  for (const [name, text] of Object.entries(await describePython())) {
    writeFileSync(path.join(FOLDER, name), text)
  }
}

/** The rules, with a selector and types in place of each signature. */
async function readRules() {
  const { outputFiles } = await build({
    entryPoints: [path.join(root, "sdk/src/verification/rules/rules.ts")],
    ...{ bundle: true, format: "esm", write: false, platform: "neutral" },
  })
  const code = Buffer.from(outputFiles[0]?.contents ?? []).toString("base64")
  const { rules } = await import(`data:text/javascript;base64,${code}`)
  return Object.fromEntries(
    Object.entries(rules).map(([name, rule]) => [
      name,
      { ...rule, calls: rule.calls.map(describeCall) },
    ]),
  )
}

/**
 * A line for each action.
 * @param {Record<string, unknown>} rules
 */
function writeRules(rules) {
  const lines = Object.entries(rules).map(([name, rule]) => `"${name}": ${JSON.stringify(rule)}`)
  return `{\n${lines.join(",\n")}\n}\n`
}

/** @param {{ signature: string }} call */
function describeCall({ signature, ...call }) {
  const item = parseAbiItem([signature])
  if (item.type !== "function") throw new Error(`${signature} is no function`)
  return {
    ...call,
    function: signature.replace(/^function /, ""),
    selector: toFunctionSelector(item),
    types: item.inputs.map(({ type }) => type),
  }
}

async function listOldFiles() {
  const files = Object.entries(await describePython())
  return files.filter(([name, text]) => readFileSync(path.join(FOLDER, name), "utf8") !== text)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const old = await listOldFiles()
  for (const [name] of old) console.error(`${FOLDER}/${name} is old: run npm run sdk`)
  process.exitCode = old.length > 0 ? 1 : 0
}
