import { readdirSync, readFileSync } from "node:fs"
import path from "node:path"
import { expect, test } from "vitest"
import { reaches } from "@/tests/helpers/test-kinds"

const root = path.resolve(import.meta.dirname, "../..")

/** Packages of the content store and the database, and what Node has built in. */
const SERVER_ONLY = /^(multiformats|@ipld\/dag-pb|ipfs-unixfs|sharp|pg|kysely|node:.*)(\/|$)/

const isClientModule = (file: string) =>
  /^"use client"/m.test(readFileSync(path.join(root, file), "utf8"))

const clientModules = ["app", "components"]
  .flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" }).map((file) =>
      path.join(folder, file),
    ),
  )
  .filter((file) => /\.tsx?$/.test(file) && isClientModule(file))

test("modules of the browser import nothing that belongs to the server", () => {
  expect(clientModules.length).toBeGreaterThan(100)
  expect(clientModules.filter((file) => reaches(root, file, SERVER_ONLY))).toEqual([])
})

test("the search finds the content store behind its route", () => {
  expect(reaches(root, "app/ipfs/[cid]/route.ts", SERVER_ONLY)).toBe(true)
})
