// Telling processes apart and ending them. Plain JavaScript: used before anything is installed.
import { spawnSync } from "node:child_process"
import { readFileSync } from "node:fs"

/** @typedef {{ pid: number, birth: string }} Process */

/**
 * The start time of a process, in the system's format; null without such a process. Together with the number it
 * distinguishes a process from a later one with the same number.
 * @param {number} pid
 * @returns {string | null}
 */
export function birthOf(pid) {
  if (process.platform === "linux") return birthInProc(pid)
  const command =
    process.platform === "win32"
      ? ["powershell", "-NoProfile", "-Command", `(Get-Process -Id ${pid}).StartTime.Ticks`]
      : ["ps", "-o", "lstart=", "-p", `${pid}`]
  const [file = "", ...args] = command
  return spawnSync(file, args, { encoding: "utf8" }).stdout?.trim() || null
}

/** @param {number} pid */
function birthInProc(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8")
    // The name in parentheses may hold anything; what follows it begins with field 3, the state.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ")
    if (fields[0] === "Z") return null
    const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim()
    return `${boot} ${fields[19]}`
  } catch {
    return null
  }
}

/**
 * @param {number} pid
 * @returns {Process}
 */
export function identify(pid) {
  return { pid, birth: birthOf(pid) ?? "" }
}

/** @param {Process} identity */
export function isAlive({ pid, birth }) {
  return birth !== "" && birthOf(pid) === birth
}

/**
 * Ends a process if it is still the same one: SIGTERM, then SIGKILL when it has not ended in time.
 * @param {Process} identity
 * @param {number} [graceMs]
 */
export async function end(identity, graceMs = 10_000) {
  if (!isAlive(identity)) return
  signal(identity.pid, "SIGTERM")
  if (await gone(identity, graceMs)) return
  signal(identity.pid, "SIGKILL")
  await gone(identity, 5_000)
}

/**
 * Signals the process's whole group when it leads one, so that its children end too.
 * @param {number} pid
 * @param {NodeJS.Signals} name
 */
export function signal(pid, name) {
  for (const target of process.platform === "win32" ? [pid] : [-pid, pid]) {
    try {
      process.kill(target, name)
      return
    } catch {
      // ESRCH: it leads no group, or has just ended
    }
  }
}

/**
 * @param {Process} identity
 * @param {number} limitMs
 */
async function gone(identity, limitMs) {
  const deadline = Date.now() + limitMs
  while (isAlive(identity)) {
    if (Date.now() > deadline) return false
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
  return true
}
