import { afterEach, beforeAll, describe, expect, test, vi } from "vitest"
import * as projectRoute from "@/app/api/projects/[address]/route"
import * as tokenRoute from "@/app/api/v1/tokens/[address]/route"
import { pool, prisma } from "@/lib/db/client"
import { log as logger } from "@/lib/telemetry/logger"
import { createApiKey, createSession } from "@/tests/helpers/auth"
import { call } from "@/tests/helpers/call"
import { toldChanges } from "@/tests/helpers/changes"
import { countStoredFiles } from "@/tests/helpers/creator-session"
import { runs } from "@/tests/helpers/deep"
import { createImage, formData } from "@/tests/helpers/images"
import { fc } from "@/tests/helpers/property"
import { addressOf, insertToken } from "@/tests/helpers/rows"

let creator: Awaited<ReturnType<typeof createSession>>
let image: Buffer

beforeAll(async () => {
  creator = await createSession()
  image = await createImage()
})
afterEach(() => vi.restoreAllMocks())

const listed = async () => (await insertToken({ dev: creator.address, description: "Old" })).address
const change = (
  address: string,
  body: unknown,
  as: { cookie: string } | { key: string } = creator,
) => call(projectRoute, { method: "POST", params: { address }, as, body })

describe("POST /api/projects/{address}", () => {
  test("200: JSON, and the whole token comes back", async () => {
    const address = await listed()
    const { status, body } = await change(address, {
      website: "https://kelp.example",
      socialx: "kelp",
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      success: true,
      project: {
        address,
        description: "Old",
        website: "https://kelp.example",
        socialx: "kelp",
        twitterx: "kelp",
        image: null,
      },
    })
    const { key } = await createApiKey()
    const read = await call(tokenRoute, { params: { address }, as: { key } })
    expect(read.body.data).toEqual(body.project)
  })

  test("200: an empty text clears, null and absence keep", async () => {
    const address = await listed()
    await change(address, { website: "https://kelp.example", telegram: "kelp" })
    const { body } = await change(address, { description: "", website: null })
    expect(body.project).toMatchObject({
      description: null,
      website: "https://kelp.example",
      telegram: "kelp",
    })
  })

  test("200: a form with an image, which replaces the one before", async () => {
    const address = await listed()
    const first = await change(address, formData({ image, description: "New" }))
    expect(first.body.project).toMatchObject({
      description: "New",
      image: expect.stringMatching(/^http:\/\/localhost:3000\/ipfs\/bafkrei/),
    })
    const second = await change(address, formData({ image: await createImage() }))
    expect(second.body.project.image).toBe(first.body.project.image)
    expect(second.body.project.description).toBe("New")
  })

  test("200: six images of a token, for they are no avatars", async () => {
    const address = await listed()
    for (let at = 0; at < 6; at++)
      expect((await change(address, formData({ image }))).status).toBe(200)
  })

  test("200: twitterx is read as socialx where that is absent", async () => {
    const address = await listed()
    expect((await change(address, { twitterx: "older" })).body.project.socialx).toBe("older")
    const both = await change(address, { twitterx: "older", socialx: "newer" })
    expect(both.body.project.socialx).toBe("newer")
  })

  test("200: open pages are told", async () => {
    const address = await listed()
    await change(address, { description: "New" })
    expect((await toldChanges()).at(-1)).toEqual([address])
  })

  test.each([{}, { unknown: "field" }, { description: null }])(
    "400 NO_FIELDS: %j",
    async (body) => {
      const answer = await change(await listed(), body)
      expect([answer.status, answer.body.code]).toEqual([400, "NO_FIELDS"])
    },
  )

  test.each<[string, () => Record<string, string | Uint8Array>]>([
    ["FILE_REQUIRED", () => ({ image: "https://kelp.example/kelp.png" })],
    ["FILE_REQUIRED", () => ({ image: Buffer.alloc(0) })],
    ["FILE_TYPE_NOT_ALLOWED", () => ({ image: Buffer.from("<svg/>") })],
    ["FILE_UNREADABLE", () => ({ image: image.subarray(0, 50) })],
    ["FILE_TOO_LARGE", () => ({ image: Buffer.concat([image, Buffer.alloc(5_242_880)]) })],
    ["VALIDATION_FAILED", () => ({ image, website: "javascript:alert(1)" })],
    ["VALIDATION_FAILED", () => ({ image, other: image })],
  ])("400 %s: nothing is changed, no file is left", async (code, fields) => {
    const address = await listed()
    const before = countStoredFiles()
    const answer = await change(address, formData(fields()))
    expect([answer.status, answer.body.code]).toEqual([400, code])
    expect(countStoredFiles()).toBe(before)
    const row = await prisma.project.findUniqueOrThrow({ where: { address } })
    expect(row).toMatchObject({ description: "Old", image: null, website: null })
  })

  test("400 VALIDATION_FAILED: a malformed address", async () => {
    const answer = await change("0x1", { description: "New" })
    expect([answer.status, answer.body.code]).toEqual([400, "VALIDATION_FAILED"])
  })

  test("401: a key", async () => {
    const answer = await change(await listed(), { description: "New" }, await createApiKey())
    expect([answer.status, answer.body.code]).toEqual([401, "SESSION_REQUIRED"])
  })

  test("403 NOT_CREATOR: another wallet, with an image too", async () => {
    const address = await listed()
    const unseen = await (await import("@/tests/helpers/images"))
      .createPicture(11, 7)
      .png()
      .toBuffer()
    const before = countStoredFiles()
    const answer = await change(address, formData({ image: unseen }), await createSession())
    expect([answer.status, answer.body.code]).toEqual([403, "NOT_CREATOR"])
    expect(countStoredFiles()).toBe(before)
  })

  test("404 PROJECT_NOT_FOUND", async () => {
    const answer = await change(addressOf(0x999), { description: "New" })
    expect([answer.status, answer.body.code]).toEqual([404, "PROJECT_NOT_FOUND"])
  })

  test("413: JSON above 64 KiB, though a form may be larger", async () => {
    const address = await listed()
    const json = await change(address, { description: "x".repeat(65_536) })
    expect([json.status, json.body.code]).toEqual([413, "BODY_TOO_LARGE"])
    const answer = await change(address, formData({ description: "x".repeat(65_536) }))
    expect([answer.status, answer.body.code]).toEqual([400, "VALIDATION_FAILED"])
  })

  test("429 QUOTA_EXCEEDED: the 21st image of a token on a UTC day; its texts can be changed", async () => {
    const address = await listed()
    await pool().query(
      "insert into image_quota (subject, day, used) values ($1, (now() at time zone 'UTC')::date, 20)",
      [address],
    )
    const answer = await change(address, formData({ description: "New", image }))
    expect([answer.status, answer.body.code]).toEqual([429, "QUOTA_EXCEEDED"])
    expect((await change(address, { description: "New" })).status).toBe(200)
  })

  test("415: text", async () => {
    const headers = { "content-type": "text/plain" }
    const address = await listed()
    const answer = await call(projectRoute, {
      method: "POST",
      params: { address },
      as: creator,
      body: "x",
      headers,
    })
    expect([answer.status, answer.body.code]).toEqual([415, "UNSUPPORTED_MEDIA_TYPE"])
  })
})

test("600 malformed forms: refused each, nothing written, no file left, no 500", {
  timeout: 120_000,
}, async () => {
  const log = vi.spyOn(logger, "error")
  const address = await listed()
  const before = countStoredFiles()
  const whole = new Request("http://localhost", {
    method: "POST",
    body: formData({ description: "New", image }),
  })
  const type = whole.headers.get("content-type") ?? ""
  const bytes = Buffer.from(await whole.arrayBuffer())
  const statuses = new Set<number>()
  await fc.assert(
    fc.asyncProperty(damage(bytes), async (body) => {
      // Each is the first of its day.
      await pool().query("delete from image_quota")
      const headers = { "content-type": type }
      const answer = await call(projectRoute, {
        method: "POST",
        params: { address },
        as: creator,
        body,
        headers,
      })
      statuses.add(answer.status)
      expect([200, 400]).toContain(answer.status)
    }),
    { numRuns: runs(60, 2_000) },
  )
  expect(statuses.has(400)).toBe(true)
  expect(log).not.toHaveBeenCalled()
  // Damage may spare the picture, or hit only pixels that still decode: what was stored is in use.
  const { rows } = await pool().query("select count(*)::int as count from issued_image")
  expect(countStoredFiles() - before).toBeLessThanOrEqual(rows[0].count)
})

/** A body cut short, with bytes exchanged, removed, doubled or put in. */
function damage(bytes: Buffer) {
  const place = fc.nat(bytes.length - 1)
  return fc.oneof(
    place.map((at) => new Uint8Array(bytes.subarray(0, at))),
    fc.array(fc.tuple(place, fc.nat(255)), { minLength: 1, maxLength: 8 }).map((edits) => {
      const copy = Uint8Array.from(bytes)
      for (const [at, byte] of edits) copy[at] = byte
      return copy
    }),
    fc
      .tuple(place, fc.nat(200))
      .map(([at, length]) =>
        Uint8Array.from(Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + length + 1)])),
      ),
    fc
      .tuple(place, fc.uint8Array({ minLength: 1, maxLength: 64 }))
      .map(([at, more]) =>
        Uint8Array.from(Buffer.concat([bytes.subarray(0, at), more, bytes.subarray(at)])),
      ),
  )
}
