import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"
import { expect, test } from "vitest"
import { absoluteFolders, findBase, missingAddressBook } from "@/server/folders"

function makeProject() {
  const project = mkdtempSync(path.join(tmpdir(), "server-"))
  const dir = path.join(project, ".next/standalone")
  mkdirSync(dir, { recursive: true })
  mkdirSync(path.join(project, "deployments"))
  writeFileSync(path.join(project, "package.json"), "{}")
  writeFileSync(path.join(project, "deployments/56.json"), "{}")
  return { project, dir }
}

test("run from the project or from the build's folder, data is the project's and outlives the build", () => {
  const { project, dir } = makeProject()
  for (const cwd of [project, dir]) {
    expect(absoluteFolders({}, findBase({ cwd, dir }))).toEqual({
      DEPLOYMENTS_DIR: path.join(project, "deployments"),
      CONTENT_DIR: path.join(project, ".data/content"),
    })
  }
})

test("a build that stands alone uses the folder the command is run in; given paths are meant from there", () => {
  const alone = mkdtempSync(path.join(tmpdir(), "server-"))
  expect(findBase({ cwd: alone, dir: alone })).toBe(alone)
  const folders = { DEPLOYMENTS_DIR: "books", CONTENT_DIR: "/srv/images" }
  const secrets = { SESSION_SECRET_FILE: "session", DATABASE_URL_FILE: "/run/secrets/database" }
  expect(absoluteFolders({ ...folders, ...secrets, REDIS_URL_FILE: "" }, alone)).toEqual({
    DEPLOYMENTS_DIR: path.join(alone, "books"),
    CONTENT_DIR: "/srv/images",
    SESSION_SECRET_FILE: path.join(alone, "session"),
    DATABASE_URL_FILE: "/run/secrets/database",
  })
})

test("without an address book the reason names the file and what to set", () => {
  const { project, dir } = makeProject()
  const folders = absoluteFolders({}, findBase({ cwd: project, dir }))
  expect(missingAddressBook({ ...folders, CHAIN_ID: "56" })).toBeNull()
  expect(missingAddressBook({ ...folders, CONTRACTS: "{}" })).toBeNull()
  expect(missingAddressBook(folders)).toMatch(/31337\.json does not exist.\n.*DEPLOYMENTS_DIR/)
})
