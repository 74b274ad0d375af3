import { spawn } from "node:child_process"
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"
import { expect, test } from "vitest"
import { end, identify, isAlive } from "@/scripts/local/processes.mjs"
import { currentRun, takeLock } from "@/scripts/local/run-lock.mjs"

const folder = () => mkdtempSync(path.join(tmpdir(), "atoll-lock-"))

function sleeper() {
  const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { detached: true })
  return identify(child.pid ?? 0)
}

test("the folder has one owner until it is released", () => {
  const data = folder()
  const lock = takeLock(data, "npm start")
  expect(lock?.leftover).toBeNull()
  expect(currentRun(data)).toMatchObject({ command: "npm start", owner: { pid: process.pid } })
  expect(takeLock(data, "npm start")).toBeNull()
  lock?.release()
  expect(currentRun(data)).toBeNull()
  expect(takeLock(data, "npm start")).not.toBeNull()
})

test("a killed owner's record is handed over with its processes", async () => {
  const data = folder()
  const owner = sleeper()
  const child = sleeper()
  const record = { owner, command: "npm start", children: [{ name: "follower", ...child }] }
  writeFileSync(path.join(data, "run.json"), JSON.stringify(record))
  expect(takeLock(data, "npm start")).toBeNull()

  await end(owner)
  const lock = takeLock(data, "npm start")
  expect(lock?.leftover?.children).toEqual([{ name: "follower", ...child }])
  expect(isAlive(child)).toBe(true)
  await end(child)
  expect(isAlive(child)).toBe(false)
})

test("children of a lost run stay on record until they are dropped", () => {
  const data = folder()
  const gone = { pid: 999_999_999, birth: "never" }
  const record = { owner: gone, command: "npm start", children: [{ name: "chain", ...gone }] }
  const file = path.join(data, "run.json")
  writeFileSync(file, JSON.stringify(record))
  const lock = takeLock(data, "npm start")
  expect(JSON.parse(readFileSync(file, "utf8")).children).toHaveLength(1)
  lock?.drop(gone.pid)
  expect(JSON.parse(readFileSync(file, "utf8")).children).toHaveLength(0)
})

test("a record cut off by a crash counts as none", () => {
  const data = folder()
  writeFileSync(path.join(data, "run.json"), '{"owner":{"pi')
  expect(takeLock(data, "npm start")).not.toBeNull()
})

test("another process with the same number is not taken for the one on record", () => {
  const stranger = { ...identify(process.pid), birth: "another time" }
  expect(isAlive(stranger)).toBe(false)
})
