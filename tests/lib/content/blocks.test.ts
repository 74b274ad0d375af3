import { readdirSync } from "node:fs"
import { mkdir, writeFile } from "node:fs/promises"
import path from "node:path"
import { expect, test } from "vitest"
import { getBlock, hasBlock, putBlock } from "@/lib/content/blocks"
import { computeCid, RAW } from "@/lib/content/cid"
import { env } from "@/lib/env"

const block = Buffer.from("a block")
const cid = computeCid(RAW, block)
const files = () =>
  readdirSync(env().CONTENT_DIR, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  )

test("a block is stored once under its name, however often it comes", async () => {
  expect(await hasBlock(cid)).toBe(false)
  await Promise.all(Array.from({ length: 20 }, () => putBlock(cid, block)))
  expect(await hasBlock(cid)).toBe(true)
  expect(Buffer.from(await getBlock(cid)).toString()).toBe("a block")
  expect(files().map(({ name }) => name)).toEqual([cid.toString()])
})

test("a block that cannot be stored leaves no file behind", async () => {
  const other = Buffer.from("another block")
  const name = computeCid(RAW, other).toString()
  // A file stands where its folder should be.
  await mkdir(env().CONTENT_DIR, { recursive: true })
  await writeFile(path.join(env().CONTENT_DIR, name.slice(-3, -1)), "")
  const before = files().length
  await expect(putBlock(computeCid(RAW, other), other)).rejects.toThrow()
  expect(files()).toHaveLength(before)
})
