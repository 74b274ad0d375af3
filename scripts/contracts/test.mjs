// Runs the contracts' tests, compares the gas of the main calls with contracts/snapshots, and checks the
// generated ABIs. The last line says how many passed and failed. --update-gas writes the snapshots anew.
import { spawn } from "node:child_process"
import { readdirSync, readFileSync, writeFileSync } from "node:fs"
import path from "node:path"
import { fileURLToPath } from "node:url"
import { foundryBinary } from "../foundry.mjs"

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..")
const update = process.argv.includes("--update-gas")

const runs = update ? [] : [["test", "--no-match-contract", "GasTest"]]
// Each call as a transaction of its own costs what it costs outside.
const gas = ["test", "--match-contract", "GasTest", "--isolate"]
runs.push([...gas, `--gas-snapshot-check=${!update}`, `--gas-snapshot-emit=${update}`])

// Forge begins by compiling on one core; the ABIs are compiled on another.
const drift = run(process.execPath, ["scripts/contracts/compile.mjs", "--check"], root)
const totals = { passed: 0, failed: 0 }
let code = 0
for (const args of runs) {
  const result = await run(foundryBinary("forge"), args, path.join(root, "contracts"))
  code ||= result.code
  totals.passed += result.passed
  totals.failed += result.failed
}
code ||= (await drift).code

if (update) {
  const folder = path.join(root, "contracts/snapshots")
  for (const name of readdirSync(folder)) {
    const snapshot = path.join(folder, name)
    // Forge leaves out the newline that ends a text file.
    writeFileSync(snapshot, `${readFileSync(snapshot, "utf8").trimEnd()}\n`)
  }
}

// A run that found no tests has proved nothing.
if (totals.passed === 0) code ||= 1
console.log(`Contract tests: ${totals.passed} passed, ${totals.failed} failed`)
process.exitCode = code

/** Shows the output while it comes, and reads forge's summary from it. */
function run(command, args, cwd) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, stdio: ["ignore", "pipe", "inherit"] })
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
