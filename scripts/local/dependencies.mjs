// Plain JavaScript: this is what runs when nothing is installed yet.
import { spawn } from "node:child_process"
import { readFileSync } from "node:fs"
import path from "node:path"
import { end, identify } from "./processes.mjs"
import { step, UserError } from "./report.mjs"
import { currentRun } from "./run-lock.mjs"

/** @typedef {{ version?: string, optional?: boolean }} Package */

/**
 * Installs missing packages, unless another command uses the existing ones: that would remove files it needs.
 * @param {string} root
 * @param {import("./shutdown.mjs").Shutdown} shutdown
 */
export async function ensureDependencies(root, shutdown) {
  if (!dependenciesMissing(root)) return
  const run = currentRun(path.join(root, ".data"))
  if (run && run.owner.pid !== process.pid) {
    throw new UserError(
      `The dependencies changed while ${run.command} runs.`,
      `Stop it first: Ctrl-C in its terminal, or kill ${run.owner.pid}`,
    )
  }
  await step("Dependencies installed", ({ progress }) => install(root, shutdown, progress))
}

/**
 * Whether node_modules lacks a package of package-lock.json or holds another version of it. Optional packages are only
 * for some platforms.
 * @param {string} root
 */
function dependenciesMissing(root) {
  const locked = packages(path.join(root, "package-lock.json"))
  const installed = packages(path.join(root, "node_modules/.package-lock.json"))
  if (!locked) throw new Error("package-lock.json is missing or unreadable")
  if (!installed) return true
  return Object.entries(locked).some(
    ([where, { version, optional }]) =>
      where !== "" && !optional && installed[where]?.version !== version,
  )
}

/**
 * @param {string} file
 * @returns {Record<string, Package> | null}
 */
function packages(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8")).packages
  } catch {
    return null // no such file, or an installation that was interrupted
  }
}

/**
 * @param {string} root
 * @param {import("./shutdown.mjs").Shutdown} shutdown
 * @param {(detail: string) => void} progress
 * @returns {Promise<void>}
 */
function install(root, shutdown, progress) {
  const npm = process.platform === "win32" ? "npm.cmd" : "npm"
  const child = spawn(npm, ["ci", "--include=dev", "--loglevel=http"], {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
    shell: process.platform === "win32",
    detached: process.platform !== "win32",
  })
  const npmItself = identify(child.pid ?? 0)
  shutdown.add(() => end(npmItself))
  let fetched = 0
  let tail = ""
  /** @param {Buffer} chunk */
  const read = (chunk) => {
    const text = chunk.toString()
    fetched += text.split("http fetch GET 200").length - 1
    tail = (tail + text.replaceAll(/^npm http .*\n?/gm, "")).slice(-3000)
    if (fetched) progress(`${fetched} packages fetched`)
  }
  child.stdout.on("data", read)
  child.stderr.on("data", read)
  return new Promise((resolve, reject) => {
    child.once("error", reject)
    child.once("exit", (code, signal) => {
      if (code === 0) resolve()
      else reject(new Error(`npm ci ended with ${signal ?? `code ${code}`}\n${tail.trim()}`))
    })
  })
}
