import { spawnSync } from "node:child_process"
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"
import { afterEach, expect, test, vi } from "vitest"
import { codeVersion } from "@/scripts/local/contract-code"
import { removeOutdatedChain } from "@/scripts/local/renew-chain"

const ROOT = path.resolve(import.meta.dirname, "../../..")
const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

function newFolder() {
  const folder = mkdtempSync(path.join(tmpdir(), "atoll-renew-"))
  folders.push(folder)
  return folder
}

/** A kept chain; its contracts are those of the version. */
function keptChain(version: string) {
  const folder = path.join(newFolder(), "31337")
  mkdirSync(folder)
  writeFileSync(path.join(folder, "state.json"), "{}")
  writeFileSync(path.join(folder, "contracts.sha256"), version)
  return folder
}

test("a chain with the contracts of this version, or none, is not asked about", async () => {
  const ask = vi.fn()
  const folder = keptChain(codeVersion())
  await removeOutdatedChain(folder, ask)
  expect(existsSync(folder)).toBe(true)
  await removeOutdatedChain(path.join(folder, "none"), ask)
  expect(ask).not.toHaveBeenCalled()
})

test("a chain with other contracts is deleted when the person agrees", async () => {
  const folder = keptChain("another")
  const ask = vi.fn(async () => true)
  await removeOutdatedChain(folder, ask)
  expect(ask).toHaveBeenCalledExactlyOnceWith(expect.stringMatching(/deletes .* and keeps .*\?$/))
  expect(existsSync(folder)).toBe(false)
})

test("without consent, or without a terminal, the start ends and says how to go on", async () => {
  const folder = keptChain("another")
  for (const answer of [false, null]) {
    await expect(removeOutdatedChain(folder, async () => answer)).rejects.toMatchObject({
      message: "The contracts have changed since the local chain was made.",
      remedy: expect.stringContaining("npm run reset -- --chain deletes that chain"),
    })
  }
  expect(existsSync(path.join(folder, "state.json"))).toBe(true)
})

/** A copy of the command, whose data is beside it. */
function copyOfReset() {
  const root = newFolder()
  for (const part of ["reset.mjs", "local", "database"]) {
    cpSync(path.join(ROOT, "scripts", part), path.join(root, "scripts", part), { recursive: true })
  }
  for (const file of ["chain/31337/state.json", "postgres/17/PG_VERSION", "api-key"]) {
    mkdirSync(path.dirname(path.join(root, ".data", file)), { recursive: true })
    writeFileSync(path.join(root, ".data", file), "")
  }
  return (...options: string[]) => {
    const command = [path.join(root, "scripts/reset.mjs"), ...options]
    const { status, stdout, stderr } = spawnSync(process.execPath, command, { encoding: "utf8" })
    return { status, output: stdout + stderr, left: readdirSync(path.join(root, ".data")).sort() }
  }
}

test("npm run reset -- --chain deletes the chain alone; without it everything goes", () => {
  const reset = copyOfReset()
  expect(reset("--chain")).toMatchObject({
    status: 1,
    output: expect.stringContaining("npm run reset -- --chain --yes deletes the local chain"),
    left: ["api-key", "chain", "postgres"],
  })
  expect(reset("--chain", "--yes")).toMatchObject({ status: 0, left: ["api-key", "postgres"] })
  expect(reset("--yes")).toMatchObject({ status: 0, left: [] })
})
