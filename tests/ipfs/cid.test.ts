import { readdirSync, writeFileSync } from "node:fs"
import path from "node:path"
import { afterEach, beforeAll, describe, expect, test, vi } from "vitest"
import * as ipfsRoute from "@/app/ipfs/[cid]/route"
import { putBlock } from "@/lib/content/blocks"
import { importContent } from "@/lib/content/unixfs"
import { env } from "@/lib/env"
import { log as logger } from "@/lib/telemetry/logger"
import { call } from "@/tests/helpers/call"
import { createAnimation, createPicture } from "@/tests/helpers/images"

const store = async (bytes: Uint8Array) => (await importContent(bytes, putBlock)).toString()
const read = (cid: string, headers = {}) =>
  call(ipfsRoute, { params: { cid }, headers, path: `/ipfs/${cid}` })

let cid: string
beforeAll(async () => {
  cid = await store(await createPicture().png().toBuffer())
})
afterEach(() => vi.restoreAllMocks())

describe("GET /ipfs/{cid}", () => {
  test("200: immutable, named by its digest, and unable to run", async () => {
    const { status, headers } = await read(cid)
    expect(status).toBe(200)
    expect(Object.fromEntries(headers)).toMatchObject({
      "cache-control": "public, max-age=31536000, immutable",
      "content-security-policy": "default-src 'none'; sandbox",
      "content-type": "image/png",
      etag: `"${cid}"`,
      "x-content-type-options": "nosniff",
      "access-control-allow-origin": "*",
    })
  })

  test.each([
    ["image/jpeg", () => createPicture().jpeg().toBuffer()],
    ["image/gif", () => createAnimation(3).gif().toBuffer()],
    ["image/webp", () => createPicture().webp().toBuffer()],
    ["application/json; charset=utf-8", async () => Buffer.from('{"name":"Kelp"}')],
    ["application/octet-stream", async () => Buffer.from("<script>alert(1)</script>")],
    ["application/octet-stream", async () => Buffer.alloc(0)],
  ])("200: %s", async (type, make) => {
    const bytes = await make()
    const { headers } = await read(await store(bytes))
    expect([headers.get("content-type"), headers.get("content-length")]).toEqual([
      type,
      `${bytes.length}`,
    ])
  })

  test("200: a file of many blocks, to the byte", async () => {
    const bytes = Buffer.alloc(3_000_000, "kelp ")
    const response = await ipfsRoute.GET(new Request("http://localhost:3000/ipfs/x"), {
      params: Promise.resolve({ cid: await store(bytes) }),
    })
    expect(response.headers.get("content-length")).toBe("3000000")
    expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true)
  })

  test("200: HEAD; a reader that goes away", async () => {
    const head = await call(ipfsRoute, { method: "HEAD", params: { cid } })
    expect([head.status, head.text, head.headers.get("etag")]).toEqual([200, "", `"${cid}"`])
    const { body } = await ipfsRoute.GET(new Request("http://localhost:3000/ipfs/x"), {
      params: Promise.resolve({ cid }),
    })
    await expect(body?.cancel()).resolves.toBeUndefined()
  })

  test("304: held already", async () => {
    const answer = await read(cid, { "if-none-match": `"${cid}"` })
    expect([answer.status, answer.text]).toEqual([304, ""])
  })

  test.each([
    "x",
    "..",
    "bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyk",
    "QmYwAPJzv5CZsnA625s3Xf2nemtYgPpHdWEz79ojWKzDxp",
    "bafkreigh2akiscaildcqabsyg3dfr6chu3fgpregiymsck7e7aqa4s52zy",
    "..%2f..%2f.env",
  ])("404: %s", async (name) => {
    const answer = await read(name)
    expect([answer.status, answer.body.code]).toEqual([404, "NOT_FOUND"])
  })

  test("500: a block that was changed on disk is not given out", async () => {
    vi.spyOn(logger, "error").mockImplementation(() => {})
    const name = await store(Buffer.from("the truth"))
    const file = readdirSync(env().CONTENT_DIR, { recursive: true, encoding: "utf8" }).find(
      (each) => each.endsWith(name),
    )
    writeFileSync(path.join(env().CONTENT_DIR, file ?? ""), "a lie")
    const answer = await read(name)
    expect([answer.status, answer.body.code]).toEqual([500, "INTERNAL_ERROR"])
    expect(answer.text).not.toContain("a lie")
  })
})
