// npm run reset: empties .data, which holds the local database and chain. With --chain only the chain goes: the follower of
// the next one reads it into the database, where what people have written stays. Asks first; --yes for scripts.
import "./local/node-version.mjs"
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs"
import path from "node:path"
import { dataOf, removeData } from "./database/place.mjs"
import { end, identify, isAlive } from "./local/processes.mjs"
import { confirm, explain, UserError } from "./local/report.mjs"
import { currentRun, takeLock } from "./local/run-lock.mjs"

const data = path.resolve(import.meta.dirname, "../.data")
const isChainOnly = process.argv.includes("--chain")
const what = isChainOnly
  ? "the local chain with its tokens, markets and balances, but not what people have written in the database,"
  : "the local database, the local chain and the API key"

try {
  if (await isAgreed()) await reset()
  else console.log("Nothing was changed.")
} catch (error) {
  explain(error)
  process.exitCode = 1
}

async function isAgreed() {
  if (currentRun(data)) throw running()
  if (process.argv.includes("--yes")) return true
  const answer = await confirm(`This deletes ${what} in ${data}. Go on?`)
  if (answer !== null) return answer
  const command = `npm run reset -- ${isChainOnly ? "--chain " : ""}--yes`
  throw new UserError(
    "There is no terminal to ask on.",
    `${command} deletes ${what} without asking.`,
  )
}

async function reset() {
  const lock = takeLock(data, "npm run reset")
  if (!lock) throw running()
  for (const child of lock.leftover?.children ?? []) await end(child)
  if (isChainOnly) rmSync(path.join(data, "chain"), { recursive: true, force: true })
  else await emptyData()
  lock.release()
  const left = isChainOnly ? "The local chain is deleted." : "Local data is empty."
  console.log(`${left} npm start makes a new chain.`)
}

async function emptyData() {
  await endDatabase()
  for (const name of ["postgres", "test/postgres"]) removeData(path.join(data, name))
  // The record goes last, so that nothing is started in a folder that is being emptied.
  for (const name of readdirSync(data)) {
    if (name !== "run.json") rmSync(path.join(data, name), { recursive: true, force: true })
  }
}

function running() {
  const run = currentRun(data)
  return new UserError(
    `${run?.command ?? "Another command"} uses the local data.`,
    `Stop it first: Ctrl-C in its terminal${run ? `, or kill ${run.owner.pid}` : ""}`,
  )
}

/** A server that a killed command left running. Other commands' leases forbid ending it. */
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
