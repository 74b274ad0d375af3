// Runs the contracts' tests and compares the gas of the main calls with contracts/snapshots. Fails first when
// contracts/bytecode is out of date, because the tests deploy its bytecode. The last line says how many tests passed and
// failed.
//   --deep        10,000 fuzz and invariant runs (FOUNDRY_PROFILE=deep), and all tests as an auditor compiles them
//                 (FOUNDRY_PROFILE=audit): the bytecode must be that of contracts/bytecode
//   --update-gas  writes the snapshots instead of comparing them
//   --coverage    measures instead which lines and branches of the sources the tests reach
import { spawn } from "node:child_process"
import { readdirSync, readFileSync, writeFileSync } from "node:fs"
import path from "node:path"
import { fileURLToPath } from "node:url"
import { foundryBinary } from "../foundry.mjs"

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..")
const update = process.argv.includes("--update-gas")
const coverage = process.argv.includes("--coverage")
const deep = process.argv.includes("--deep") || process.env.FOUNDRY_PROFILE === "deep"
const env = { ...process.env, ...(deep ? { FOUNDRY_PROFILE: "deep" } : {}) }

const GAS_TESTS = "GasTest$"

const totals = { passed: 0, failed: 0 }
let { code } = await run(process.execPath, ["scripts/contracts/compile.mjs", "--check"], root)
if (code === 0) {
  // The compiler uses one core. The other one compiles the gas tests into a separate folder and, with --deep, sources and
  // tests for the audit.
  const results = await Promise.all(
    coverage
      ? [measureCoverage()]
      : [
          update ? null : test(["--no-match-contract", GAS_TESTS]),
          measureGas(),
          deep ? audit() : null,
        ],
  )
  for (const result of results) {
    code ||= result?.code ?? 0
    totals.passed += result?.passed ?? 0
    totals.failed += result?.failed ?? 0
  }
}

if (update && code === 0) {
  const folder = path.join(root, "contracts/snapshots")
  for (const name of readdirSync(folder)) {
    const snapshot = path.join(folder, name)
    // Forge writes no newline at the end of the file.
    writeFileSync(snapshot, `${readFileSync(snapshot, "utf8").trimEnd()}\n`)
  }
}

// A run without tests is a failure.
if (totals.passed === 0) code ||= 1
console.log(`Contract tests: ${totals.passed} passed, ${totals.failed} failed`)
process.exitCode = code

/** --isolate runs each call as a separate transaction, with its gas on a chain. */
function measureGas() {
  const args = ["--match-contract", GAS_TESTS, "--isolate"]
  const snapshot = [`--gas-snapshot-check=${!update}`, `--gas-snapshot-emit=${update}`]
  return test([...args, ...snapshot], {
    FOUNDRY_OUT: "out/gas",
    FOUNDRY_CACHE_PATH: "cache/gas",
  })
}

async function audit() {
  const result = await test([], { FOUNDRY_PROFILE: "audit" })
  if (result.code !== 0) return result
  const contracts = path.join(root, "contracts")
  const files = readdirSync(path.join(contracts, "bytecode")).filter((file) => /\.json$/.test(file))
  const differing = files.filter((file) => {
    const compiled = readJson(path.join(contracts, "out/audit", file.replace("json", "sol"), file))
    return compiled.bytecode.object !== readJson(path.join(contracts, "bytecode", file)).bytecode
  })
  if (differing.length === 0) return result
  console.error(`Forge compiles these otherwise: ${differing.join(", ")}. Run npm run contracts`)
  return { ...result, code: 1 }
}

function readJson(file) {
  return JSON.parse(readFileSync(file, "utf8"))
}

function measureCoverage() {
  // By absolute paths: coverage does not find what a library outside of the folder imports by a relative one.
  const libraries = ["@openzeppelin", "solady"].flatMap((name) => [
    "--remappings",
    `${name}/=${path.join(root, "node_modules", name)}/`,
  ])
  // Without the optimizer calls need more gas than the gas tests allow.
  const args = ["--ir-minimum", "--exclude-tests", "--no-match-contract", GAS_TESTS]
  return forge(["coverage", ...args, ...libraries], { FOUNDRY_PROFILE: "audit" })
}

function test(args, variables) {
  return forge(["test", ...args], variables)
}

function forge(args, variables = {}) {
  return run(foundryBinary("forge"), args, path.join(root, "contracts"), variables)
}

/** Runs a command, shows its output, and reads the counts of forge's summary from it. */
function run(command, args, cwd, variables = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...env, ...variables },
      stdio: ["ignore", "pipe", "inherit"],
    })
    for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => child.kill(signal))
    let output = ""
    child.stdout.on("data", (chunk) => {
      output += chunk
      process.stdout.write(chunk)
    })
    child.once("error", reject)
    child.once("close", (exit, signal) => {
      const summary = /(\d+) tests passed, (\d+) failed/.exec(output)
      resolve({
        code: exit ?? (signal ? 143 : 1),
        passed: Number(summary?.[1] ?? 0),
        failed: Number(summary?.[2] ?? 0),
      })
    })
  })
}
