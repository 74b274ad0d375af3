// npm run reset: empties .data, which holds the local database and chain. Asks first; --yes for scripts.
import "./local/node-version.mjs"
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs"
import path from "node:path"
import { createInterface } from "node:readline/promises"
import { dataOf, removeData } from "./database/place.mjs"
import { end, identify, isAlive } from "./local/processes.mjs"
import { explain, UserError } from "./local/report.mjs"
import { currentRun, takeLock } from "./local/run-lock.mjs"

const data = path.resolve(import.meta.dirname, "../.data")

try {
  await confirm()
  const lock = takeLock(data, "npm run reset")
  if (!lock) throw running()
  for (const child of lock.leftover?.children ?? []) await end(child)
  await endDatabase()
  for (const name of ["postgres", "test/postgres"]) removeData(path.join(data, name))
  // The record goes last, so that nothing is started in a folder that is being emptied.
  for (const name of readdirSync(data)) {
    if (name !== "run.json") rmSync(path.join(data, name), { recursive: true, force: true })
  }
  lock.release()
  console.log("Local data is empty. npm start makes a new chain.")
} catch (error) {
  explain(error)
  process.exitCode = 1
}

async function confirm() {
  if (currentRun(data)) throw running()
  if (process.argv.includes("--yes")) return
  if (!process.stdin.isTTY) {
    throw new UserError(
      "There is no terminal to ask on.",
      "npm run reset -- --yes empties without asking.",
    )
  }
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await terminal.question(
    `This deletes the local database, the local chain and the API key in ${data}. Go on? [y/N] `,
  )
  terminal.close()
  if (/^y(es)?$/i.test(answer.trim())) return
  console.log("Nothing was changed.")
  process.exit(0)
}

function running() {
  const run = currentRun(data)
  return new UserError(
    `${run?.command ?? "Another command"} uses the local data.`,
    `Stop it first: Ctrl-C in its terminal${run ? `, or kill ${run.owner.pid}` : ""}`,
  )
}

/** A server nobody stopped, left by a killed command. Other commands' leases forbid ending it. */
async function endDatabase() {
  const leases = path.join(data, "postgres.leases")
  const users = existsSync(leases) ? readdirSync(leases) : []
  for (const name of users) {
    if (isAlive(JSON.parse(readFileSync(path.join(leases, name), "utf8") || '{"birth":""}'))) {
      throw new UserError(
        `Process ${name} uses the local database.`,
        "Wait for it or stop it, then try again.",
      )
    }
  }
  const file = path.join(dataOf(path.join(data, "postgres")), "postmaster.pid")
  if (existsSync(file)) await end(identify(Number(readFileSync(file, "utf8").split("\n")[0])))
}
