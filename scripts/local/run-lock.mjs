// .data/run.json: who runs the local environment, and every process it started. One owner at a time.
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs"
import path from "node:path"
import { identify, isAlive } from "./processes.mjs"

/**
 * @typedef {import("./processes.mjs").Process} Process
 * @typedef {{ name: string, chain?: { url: string, folder: string } }} Kind
 * @typedef {Process & Kind} Child
 * @typedef {{ owner: Process, command: string, children: Child[] }} Run
 * @typedef {{ leftover: Run | null, note: (child: Kind & { pid: number }) => void,
 *   drop: (pid: number) => void, release: () => void }} Lock
 */

/**
 * The run that is going on in a data folder, or null.
 * @param {string} data
 * @returns {Run | null}
 */
export function currentRun(data) {
  const run = read(data)
  return run && isAlive(run.owner) ? run : null
}

/**
 * Takes the data folder for this process; null when another one has it. `leftover` is the record of
 * a run that ended without clearing up: its processes may still be there.
 * @param {string} data
 * @param {string} command what the user typed, for messages
 * @returns {Lock | null}
 */
export function takeLock(data, command) {
  mkdirSync(data, { recursive: true })
  const file = fileIn(data)
  const previous = read(data)
  if (previous && isAlive(previous.owner)) return null
  const run = { owner: identify(process.pid), command, children: [...(previous?.children ?? [])] }
  if (previous || exists(file)) rmSync(file, { force: true })
  try {
    // The children of a lost run stay in the record until they are seen to.
    writeFileSync(file, JSON.stringify(run), { flag: "wx" })
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return null
    throw error
  }
  const save = () => {
    writeFileSync(`${file}.new`, JSON.stringify(run))
    renameSync(`${file}.new`, file)
  }
  return {
    leftover: previous,
    note({ pid, ...kind }) {
      run.children.push({ ...kind, ...identify(pid) })
      save()
    },
    drop(pid) {
      run.children = run.children.filter((child) => child.pid !== pid)
      save()
    },
    release: () => rmSync(file, { force: true }),
  }
}

/** @param {string} data */
const fileIn = (data) => path.join(data, "run.json")

/** @param {string} file */
function exists(file) {
  try {
    readFileSync(file)
    return true
  } catch {
    return false
  }
}

/**
 * @param {string} data
 * @returns {Run | null}
 */
function read(data) {
  try {
    return JSON.parse(readFileSync(fileIn(data), "utf8"))
  } catch {
    return null // none, or cut off by a crash: then nothing is known about it
  }
}
