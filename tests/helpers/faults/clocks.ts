import { spawnSync } from "node:child_process"
import { readFileSync, writeFileSync } from "node:fs"
import path from "node:path"

/** Clocks of single programs, moved by libfaketime while they run. Timers count the time that has passed all the same. */

const [library] = spawnSync("find", ["/usr/lib", "-name", "libfaketimeMT.so.1"])
  .stdout.toString()
  .split("\n")

export const canMoveClocks = !!library

const fileOf = (folder: string, name: string) => path.join(folder, `${name}.clock`)

/** The variables with which a program has a clock of its own. */
export function clockVariables(folder: string, name: string): Record<string, string> {
  if (!library) return {}
  moveClock(folder, name, 0)
  return {
    LD_PRELOAD: library,
    FAKETIME_TIMESTAMP_FILE: fileOf(folder, name),
    FAKETIME_CACHE_DURATION: "1",
    FAKETIME_DONT_FAKE_MONOTONIC: "1",
  }
}

/** Whether the library is in this process. */
export const canMoveClockOf = (pid: number) =>
  !!library && readFileSync(`/proc/${pid}/maps`, "utf8").includes(library)

export const moveClock = (folder: string, name: string, seconds: number) =>
  writeFileSync(fileOf(folder, name), `${seconds < 0 ? "" : "+"}${seconds}\n`, { mode: 0o644 })
