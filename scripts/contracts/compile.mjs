// npm run contracts: compiles contracts/src and writes ABIs, bytecode and custom errors to lib/chain/generated.
// --check reports files that are out of date instead. It compares hashes, which takes no time; with --deep it compiles
// and compares the files themselves.
import { createHash } from "node:crypto"
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import path from "node:path"
import { fileURLToPath } from "node:url"
import { compileAll, compilerInput, solidityFiles, stampOf } from "./solidity.mjs"

/** Largest runtime code of a contract in bytes (EIP-170). */
const MAX_RUNTIME_BYTES = 24_576
/** Holds the hash of the compiler's input and the hash of the files written from its output. */
const STAMP = "stamp"
const target = path.resolve(
  path.dirname(fileURLToPath(import.meta.url)),
  "../../lib/chain/generated",
)

const check = process.argv.includes("--check")
const deep = process.argv.includes("--deep")
const input = compilerInput(solidityFiles("contracts/src"))
const inputHash = stampOf(input)
const isCurrent = read(STAMP) === stampWith(existingFiles())

if (isCurrent && !deep) {
  console.log("Contracts: unchanged")
} else if (check && !deep) {
  report("lib/chain/generated is out of date")
} else {
  const files = new Map()
  const contracts = deployable(compileAll(input))
  for (const contract of contracts) emit(contract, files)
  files.set("errors.ts", typescript("errors", errorsOf(contracts)))
  files.set(STAMP, stampWith(files))
  if (check) compare(files)
  else replace(files)
}

/** The content of the stamp that belongs to these files. */
function stampWith(files) {
  const outputHash = createHash("sha256")
  for (const name of [...files.keys()].sort()) {
    if (name !== STAMP) outputHash.update(JSON.stringify([name, files.get(name)]))
  }
  return `sources ${inputHash}\nfiles ${outputHash.digest("hex")}\n`
}

function existingFiles() {
  return new Map(existing().map((name) => [name, read(name)]))
}

function report(problem) {
  console.error(`${problem}. Run npm run contracts`)
  process.exitCode = 1
}

/** Contracts that can be deployed: no interfaces, libraries or abstract contracts. */
function deployable({ contracts, sources }) {
  const immutables = immutableNames(sources)
  return Object.entries(contracts)
    .filter(([file]) => file.startsWith("contracts/src/"))
    .flatMap(([, inFile]) => Object.entries(inFile))
    .filter(([, { abi, evm }]) => evm.bytecode.object.length > 0 && abi.length > 0)
    .map(([name, { abi, evm }]) => ({
      name,
      abi,
      bytecode: evm.bytecode.object,
      runtimeBytes: evm.deployedBytecode.object.length / 2,
      runtime: runtimeOf(name, evm, immutables),
    }))
}

/** Names of immutables by the ids of their declarations in the syntax trees. */
function immutableNames(sources) {
  const members = Object.values(sources)
    .flatMap(({ ast }) => ast.nodes)
    .flatMap(({ nodes }) => nodes ?? [])
  return new Map(
    members
      .filter(({ mutability }) => mutability === "immutable")
      .map(({ id, name }) => [`${id}`, name]),
  )
}

/**
 * Position of the runtime code in the creation code, and the positions in the runtime code at which the constructor
 * writes each immutable: byte offsets of 32-byte words. `scripts/local/upgrade-contracts.ts` needs them.
 */
function runtimeOf(name, { bytecode, deployedBytecode }, names) {
  const at = bytecode.object.indexOf(deployedBytecode.object)
  if (at < 0 || at % 2 !== 0)
    throw new Error(`${name}: its creation code does not contain its runtime code`)
  const immutables = Object.entries(deployedBytecode.immutableReferences ?? {})
    .map(([id, places]) => [names.get(id), places.map(({ start }) => start)])
    .sort(([a], [b]) => (a < b ? -1 : 1))
  return {
    start: at / 2,
    length: deployedBytecode.object.length / 2,
    immutables: Object.fromEntries(immutables),
  }
}

function emit({ name, abi, bytecode, runtimeBytes, runtime }, files) {
  console.log(`${name.padEnd(14)} ${String(runtimeBytes).padStart(6)} bytes`)
  if (runtimeBytes > MAX_RUNTIME_BYTES) {
    throw new Error(
      `${name} has ${runtimeBytes} bytes of runtime code, ${MAX_RUNTIME_BYTES} are allowed`,
    )
  }
  const constant =
    name === name.toUpperCase() ? name.toLowerCase() : name[0].toLowerCase() + name.slice(1)
  files.set(`${name}.ts`, typescript(constant, abi))
  files.set(`${name}.bytecode.json`, `${JSON.stringify({ bytecode: `0x${bytecode}`, runtime })}\n`)
}

/** Every custom error once, so that pages can explain a revert without loading all ABIs. */
function errorsOf(contracts) {
  const errors = new Map()
  for (const item of contracts.flatMap(({ abi }) => abi)) {
    if (item.type !== "error") continue
    const types = item.inputs.map(({ type }) => type).join()
    const known = errors.get(item.name)
    if (known && known.types !== types) throw new Error(`${item.name} has two meanings`)
    errors.set(item.name, { types, item })
  }
  return [...errors.values()].map(({ item }) => item)
}

function typescript(constant, abi) {
  const header = "// Generated by scripts/contracts/compile.mjs, do not edit."
  return `${header}\nexport const ${constant}Abi = ${JSON.stringify(abi, null, 2)} as const\n`
}

function compare(files) {
  const differing = [...files]
    .filter(([name, content]) => read(name) !== content)
    .map(([name]) => name)
  const orphaned = existing().filter((name) => !files.has(name))
  if (differing.length + orphaned.length > 0) {
    report(`Out of date: ${[...differing, ...orphaned].join(", ")}`)
  }
}

function replace(files) {
  mkdirSync(target, { recursive: true })
  for (const name of existing()) if (!files.has(name)) rmSync(path.join(target, name))
  for (const [name, content] of files) {
    if (read(name) !== content) writeFileSync(path.join(target, name), content)
  }
}

function existing() {
  return existsSync(target) ? readdirSync(target) : []
}

function read(name) {
  const file = path.join(target, name)
  return existsSync(file) ? readFileSync(file, "utf8") : null
}
