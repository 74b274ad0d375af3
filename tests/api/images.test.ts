import sharp from "sharp"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest"
import * as imagesRoute from "@/app/api/images/route"
import * as ipfsRoute from "@/app/ipfs/[cid]/route"
import { db } from "@/lib/db"
import { newKey, signedIn } from "@/tests/helpers/auth"
import { type Credentials, call } from "@/tests/helpers/call"
import { alice, bob, configureChain, startChain, type TestChain } from "@/tests/helpers/chain"
import { aliceSignedIn, storedFiles } from "@/tests/helpers/creators"
import { anImage, form, picture } from "@/tests/helpers/images"

let chain: TestChain
let token: string
let image: Buffer

beforeAll(async () => {
  chain = await startChain()
  configureChain(chain)
  token = (await chain.launch(alice)).token
  image = await anImage()
})
afterAll(() => chain.stop())

const upload = (as: Credentials, fields: Parameters<typeof form>[0], headers = {}) =>
  call(imagesRoute, { method: "POST", as, body: form(fields), headers })
const avatar = (as: Credentials, file: Uint8Array = image) =>
  upload(as, { purpose: "avatar", file })

describe("POST /api/images", () => {
  test("200: a token's image by its creator, served under its name", async () => {
    const { status, body } = await upload(await aliceSignedIn(), {
      purpose: "token",
      address: token.toUpperCase().replace("0X", "0x"),
      file: image,
    })
    expect(status).toBe(200)
    expect(body.url).toBe(`http://localhost:3000/ipfs/${body.cid}`)
    const served = await call(ipfsRoute, { params: { cid: body.cid } })
    expect(served.headers.get("content-type")).toBe("image/webp")
  })

  test("200: with a key; equal bytes have an equal cid", async () => {
    const [one, other] = await Promise.all([newKey(), newKey()])
    const answers = await Promise.all([avatar(one), avatar(other)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(answers[0]?.body.cid).toBe(answers[1]?.body.cid)
  })

  test("200: an avatar ignores the address", async () => {
    const answer = await upload(await newKey(), {
      purpose: "avatar",
      address: "nonsense",
      file: image,
    })
    expect(answer.status).toBe(200)
  })

  test("200: from another origin, as keys may be used anywhere", async () => {
    const answer = await avatar(await newKey())
    expect(answer.headers.get("access-control-allow-origin")).toBe("*")
    expect(answer.headers.get("cache-control")).toBe("no-store")
  })

  test.each<[string, string, () => Parameters<typeof form>[0]]>([
    ["FILE_REQUIRED", "no file", () => ({ purpose: "avatar" })],
    ["FILE_REQUIRED", "a text for a file", () => ({ purpose: "avatar", file: "picture" })],
    ["FILE_REQUIRED", "an empty file", () => ({ purpose: "avatar", file: Buffer.alloc(0) })],
    ["FILE_REQUIRED", "nothing at all", () => ({})],
    ["VALIDATION_FAILED", "no purpose", () => ({ file: image })],
    ["VALIDATION_FAILED", "another purpose", () => ({ purpose: "banner", file: image })],
    ["VALIDATION_FAILED", "no address", () => ({ purpose: "token", file: image })],
    [
      "VALIDATION_FAILED",
      "a bad address",
      () => ({ purpose: "token", address: "0x1", file: image }),
    ],
    ["VALIDATION_FAILED", "two files", () => ({ purpose: "avatar", file: image, other: image })],
    ["FILE_TYPE_NOT_ALLOWED", "an SVG", () => ({ purpose: "avatar", file: Buffer.from("<svg/>") })],
    [
      "FILE_UNREADABLE",
      "half an image",
      () => ({ purpose: "avatar", file: image.subarray(0, 60) }),
    ],
    [
      "FILE_TOO_LARGE",
      "a byte too many",
      () => ({
        purpose: "avatar",
        file: Buffer.concat([image, Buffer.alloc(5_242_881 - image.length)]),
      }),
    ],
  ])("400 %s: %s", async (code, _, fields) => {
    const before = storedFiles()
    const answer = await upload(await newKey(), fields())
    expect([answer.status, answer.body.code]).toEqual([400, code])
    expect(storedFiles()).toBe(before)
  })

  test("400 FILE_REQUIRED: no body", async () => {
    const answer = await call(imagesRoute, { method: "POST", as: await newKey() })
    expect([answer.status, answer.body.code]).toEqual([400, "FILE_REQUIRED"])
  })

  test("403 NOT_CREATOR: the image of another's token", async () => {
    const answer = await upload(await newKey(), { purpose: "token", address: token, file: image })
    expect([answer.status, answer.body.code]).toEqual([403, "NOT_CREATOR"])
  })

  test("403 NOT_ECOSYSTEM_TOKEN: a wallet, a contract that is no token, the main token", async () => {
    const as = await aliceSignedIn()
    for (const address of [bob, chain.book.swap, chain.book.mainToken]) {
      const answer = await upload(as, { purpose: "token", address, file: image })
      expect([answer.status, answer.body.code]).toEqual([403, "NOT_ECOSYSTEM_TOKEN"])
    }
  })

  test("413: a form above 6 MiB; 5 MiB of picture fit", async () => {
    const large = Buffer.concat([image, Buffer.alloc(6_291_456)])
    const answer = await avatar(await newKey(), large)
    expect([answer.status, answer.body.code]).toEqual([413, "BODY_TOO_LARGE"])
    const whole = Buffer.concat([
      await picture().png().toBuffer(),
      Buffer.alloc(5_242_880),
    ]).subarray(0, 5_242_880)
    expect((await avatar(await newKey(), whole)).status).toBe(200)
  })

  test("415: JSON", async () => {
    const answer = await call(imagesRoute, {
      method: "POST",
      as: await newKey(),
      body: { purpose: "avatar" },
    })
    expect([answer.status, answer.body.code]).toEqual([415, "UNSUPPORTED_MEDIA_TYPE"])
  })
})

describe("the monthly quota of avatars", () => {
  // After every present day, so that the database takes nothing for expired.
  const lastMinute = Date.UTC(2099, 0, 31, 23, 59)

  beforeEach(() => {
    vi.useFakeTimers({ now: lastMinute, toFake: ["Date"] })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  test("429 QUOTA_EXCEEDED: the sixth of a wallet, and no other wallet's", async () => {
    const as = await newKey()
    for (let at = 0; at < 5; at++) expect((await avatar(as)).status).toBe(200)
    const sixth = await avatar(as)
    expect([sixth.status, sixth.body.code]).toEqual([429, "QUOTA_EXCEEDED"])
    expect(sixth.headers.get("retry-after")).toBe("60")
    expect((await avatar(await newKey())).status).toBe(200)
  })

  test("is exact when all come at once, by key and by session", async () => {
    const { cookie, address } = await signedIn()
    const { key } = await newKey(address)
    const answers = await Promise.all(
      Array.from({ length: 14 }, (_, at) => avatar(at % 2 ? { key } : { cookie })),
    )
    const statuses = answers.map(({ status }) => status).sort()
    expect(statuses).toEqual([...Array(5).fill(200), ...Array(9).fill(429)])
  })

  test("does not count what was refused", async () => {
    const as = await newKey()
    for (let at = 0; at < 7; at++) await avatar(as, Buffer.from("no image"))
    for (let at = 0; at < 5; at++) expect((await avatar(as)).status).toBe(200)
  })

  test("gives back the place of an upload that died", async () => {
    const as = await newKey()
    for (let at = 0; at < 5; at++) await avatar(as)
    await db().pool.query(
      "update avatar_upload set cid = null, lease = now() - interval '121 seconds' where wallet = $1 and ordinal = 3",
      [as.wallet],
    )
    expect((await avatar(as)).status).toBe(200)
    expect((await avatar(as)).status).toBe(429)
  })

  test("begins anew with the month", async () => {
    const as = await newKey()
    for (let at = 0; at < 5; at++) await avatar(as)
    vi.setSystemTime(lastMinute + 59_999)
    expect((await avatar(as)).status).toBe(429)
    vi.setSystemTime(lastMinute + 60_000)
    expect((await avatar(as)).status).toBe(200)
  })

  test("is not used up by an upload that cannot be stored", async () => {
    vi.spyOn(console, "error").mockImplementation(() => {})
    const as = await newKey()
    const unseen = await picture(31, 17).webp().toBuffer()
    const { CONTENT_DIR = "" } = process.env
    const { env } = await import("@/lib/env")
    const place = vi.spyOn(env(), "CONTENT_DIR", "get").mockReturnValue("/dev/null")
    expect((await avatar(as, unseen)).status).toBe(500)
    place.mockRestore()
    expect(env().CONTENT_DIR).toBe(CONTENT_DIR)
    for (let at = 0; at < 5; at++) expect((await avatar(as)).status).toBe(200)
    vi.restoreAllMocks()
  })
})

test("503 CHAIN_UNAVAILABLE: nobody can say who the creator is", async () => {
  const as = await aliceSignedIn()
  await chain.stop()
  const answer = await upload(as, { purpose: "token", address: token, file: image })
  expect([answer.status, answer.body.code]).toEqual([503, "CHAIN_UNAVAILABLE"])
})

test("the fixture is an image", async () => {
  expect(await sharp(image).metadata()).toMatchObject({ format: "webp", width: 40 })
})
