// npm run contracts: compiles contracts/src and writes the bytecode to contracts/bytecode, which is committed: compiling
// takes a minute. The ABIs follow from the sources (scripts/generate/abis.mjs).
// --check reports instead that they are out of date. It compares hashes, which takes no time; `npm test -- contracts --deep`
// compares the bytecode itself.
import { createHash } from "node:crypto"
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import path from "node:path"
import { fileURLToPath } from "node:url"
import { compile, compilerInput, solidityFiles, stampOf } from "./solidity.mjs"

/** Largest runtime code of a contract in bytes (EIP-170). */
const MAX_RUNTIME_BYTES = 24_576
/** Holds the hash of the compiler's input and the hash of the files written from its output. */
const STAMP = "stamp"
const target = path.resolve(
  path.dirname(fileURLToPath(import.meta.url)),
  "../../contracts/bytecode",
)

const check = process.argv.includes("--check")
const input = compilerInput(solidityFiles("contracts/src"))
const inputHash = stampOf(input)
const isCurrent = read(STAMP) === stampWith(existingFiles())

if (isCurrent) {
  console.log("Contracts: unchanged")
} else if (check) {
  console.error("contracts/bytecode is out of date. Run npm run contracts")
  process.exitCode = 1
} else {
  const files = new Map()
  for (const contract of deployable(compile(input))) emit(contract, files)
  files.set(STAMP, stampWith(files))
  replace(files)
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

/** Contracts that can be deployed: no interfaces, libraries or abstract contracts. */
function deployable(contracts) {
  return Object.entries(contracts)
    .filter(([file]) => file.startsWith("contracts/src/"))
    .flatMap(([, inFile]) => Object.entries(inFile))
    .filter(([, { abi, evm }]) => evm.bytecode.object.length > 0 && abi.length > 0)
    .map(([name, { evm }]) => ({
      name,
      bytecode: evm.bytecode.object,
      runtime: runtimeOf(evm),
    }))
}

/**
 * Position of the runtime code in the creation code, in bytes: a simulation puts the runtime code of `CallSequence` at
 * an address.
 */
function runtimeOf({ bytecode, deployedBytecode }) {
  return {
    start: bytecode.object.indexOf(deployedBytecode.object) / 2,
    length: deployedBytecode.object.length / 2,
  }
}

function emit({ name, bytecode, runtime }, files) {
  console.log(`${name.padEnd(14)} ${String(runtime.length).padStart(6)} bytes`)
  if (runtime.length > MAX_RUNTIME_BYTES) {
    throw new Error(
      `${name} has ${runtime.length} bytes of runtime code, ${MAX_RUNTIME_BYTES} are allowed`,
    )
  }
  files.set(`${name}.json`, `${JSON.stringify({ bytecode: `0x${bytecode}`, runtime })}\n`)
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
