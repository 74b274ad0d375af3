/** @module-tag long */
import sharp from "sharp"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest"
import * as imagesRoute from "@/app/api/images/route"
import * as ipfsRoute from "@/app/ipfs/[cid]/route"
import { cleanImage } from "@/lib/content/image"
import { pool } from "@/lib/db/client"
import { log as logger } from "@/lib/telemetry/logger"
import { createApiKey, createSession } from "@/tests/helpers/auth"
import { type Credentials, call } from "@/tests/helpers/call"
import { alice, bob, configureChain, startChain, type TestChain } from "@/tests/helpers/chain"
import { countStoredFiles, signInAlice } from "@/tests/helpers/creator-session"
import {
  createImage,
  createPicture,
  createPlainAnimation,
  formData,
  pngWithSize,
} from "@/tests/helpers/images"

// The decoder itself, watched.
vi.mock("@/lib/content/image", async (load) => {
  const real = await load<typeof import("@/lib/content/image")>()
  return { ...real, cleanImage: vi.fn(real.cleanImage) }
})

let chain: TestChain
let token: string
let image: Buffer

beforeAll(async () => {
  chain = await startChain()
  configureChain(chain)
  token = (await chain.launch(alice)).token
  image = await createImage()
})
afterAll(() => chain.stop())

const upload = (as: Credentials, fields: Parameters<typeof formData>[0], headers = {}) =>
  call(imagesRoute, { method: "POST", as, body: formData(fields), headers })
const avatar = (as: Credentials, file: Uint8Array = image) =>
  upload(as, { purpose: "avatar", file })

describe("POST /api/images", () => {
  test("200: a token's image by its creator, served under its name", async () => {
    const { status, body } = await upload(await signInAlice(), {
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
    const [one, other] = await Promise.all([createApiKey(), createApiKey()])
    const answers = await Promise.all([avatar(one), avatar(other)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(answers[0]?.body.cid).toBe(answers[1]?.body.cid)
  })

  test("200: an avatar ignores the address", async () => {
    const answer = await upload(await createApiKey(), {
      purpose: "avatar",
      address: "nonsense",
      file: image,
    })
    expect(answer.status).toBe(200)
  })

  test("200: from another origin, as keys may be used anywhere", async () => {
    const answer = await avatar(await createApiKey())
    expect(answer.headers.get("access-control-allow-origin")).toBe("*")
    expect(answer.headers.get("cache-control")).toBe("no-store")
  })

  test.each<[string, string, () => Parameters<typeof formData>[0]]>([
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
    const before = countStoredFiles()
    const answer = await upload(await createApiKey(), fields())
    expect([answer.status, answer.body.code]).toEqual([400, code])
    expect(countStoredFiles()).toBe(before)
  })

  test("400 FILE_REQUIRED: no body", async () => {
    const answer = await call(imagesRoute, { method: "POST", as: await createApiKey() })
    expect([answer.status, answer.body.code]).toEqual([400, "FILE_REQUIRED"])
  })

  test("403 NOT_CREATOR: the image of another's token", async () => {
    const answer = await upload(await createApiKey(), {
      purpose: "token",
      address: token,
      file: image,
    })
    expect([answer.status, answer.body.code]).toEqual([403, "NOT_CREATOR"])
  })

  test("403 NOT_ECOSYSTEM_TOKEN: a wallet, a contract that is no token, the main token", async () => {
    const as = await signInAlice()
    for (const address of [bob, chain.book.swap, chain.book.mainToken]) {
      const answer = await upload(as, { purpose: "token", address, file: image })
      expect([answer.status, answer.body.code]).toEqual([403, "NOT_ECOSYSTEM_TOKEN"])
    }
  })

  test("413: a form above 6 MiB; 5 MiB of picture fit", async () => {
    const large = Buffer.concat([image, Buffer.alloc(6_291_456)])
    const answer = await avatar(await createApiKey(), large)
    expect([answer.status, answer.body.code]).toEqual([413, "BODY_TOO_LARGE"])
    const whole = Buffer.concat([
      await createPicture().png().toBuffer(),
      Buffer.alloc(5_242_880),
    ]).subarray(0, 5_242_880)
    expect((await avatar(await createApiKey(), whole)).status).toBe(200)
  })

  test("415: JSON", async () => {
    const answer = await call(imagesRoute, {
      method: "POST",
      as: await createApiKey(),
      body: { purpose: "avatar" },
    })
    expect([answer.status, answer.body.code]).toEqual([415, "UNSUPPORTED_MEDIA_TYPE"])
  })
})

describe("before a pixel is decoded", () => {
  /** A header within all limits, and no pixels behind it. */
  const hollow = pngWithSize(400, 300)
  const used = async (subject: string) => {
    const { rows } = await pool().query<{ used: number }>(
      "select used from image_quota where subject = $1",
      [subject],
    )
    return rows[0]?.used ?? 0
  }
  const setUsed = (subject: string, count: number) =>
    pool().query(
      `insert into image_quota (subject, day, used)
      values ($1, (now() at time zone 'UTC')::date, $2)
      on conflict (subject) do update set used = excluded.used`,
      [subject, count],
    )

  beforeEach(() => {
    vi.mocked(cleanImage).mockClear()
  })

  test("403 NOT_CREATOR: whoever may not store an animation does not have it decoded", async () => {
    const file = await createPlainAnimation(20, 100).webp({ effort: 0 }).toBuffer()
    const answer = await upload(await createApiKey(), { purpose: "token", address: token, file })
    expect([answer.status, answer.body.code]).toEqual([403, "NOT_CREATOR"])
    expect(cleanImage).not.toHaveBeenCalled()
  })

  test("400 before 403 before 429 before what only decoding shows", async () => {
    const stranger = await createApiKey()
    const creator = await signInAlice()
    await setUsed(token, 20)
    const send = (as: Credentials, file: Uint8Array) =>
      upload(as, { purpose: "token", address: token, file })
    const answers = [
      await send(stranger, Buffer.from("<svg/>")),
      await send(stranger, hollow),
      await send(creator, hollow),
    ]
    await setUsed(token, 0)
    expect(cleanImage).not.toHaveBeenCalled()
    answers.push(await send(creator, hollow))
    expect(answers.map(({ body }) => body.code)).toEqual([
      "FILE_TYPE_NOT_ALLOWED",
      "NOT_CREATOR",
      "QUOTA_EXCEEDED",
      "FILE_UNREADABLE",
    ])
  })

  test("429 QUOTA_EXCEEDED: the 21st of a token on a UTC day, exact when all come at once", async () => {
    await setUsed(token, 17)
    const as = await signInAlice()
    const answers = await Promise.all(
      Array.from({ length: 6 }, () =>
        upload(as, { purpose: "token", address: token, file: image }),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 429, 429, 429])
    const refused = answers.find(({ status }) => status === 429)
    expect(refused?.body.code).toBe("QUOTA_EXCEEDED")
    const midnight = new Date().setUTCHours(24, 0, 0, 0)
    const left = (midnight - Date.now()) / 1_000
    expect(Math.abs(Number(refused?.headers.get("retry-after")) - left)).toBeLessThan(60)
    expect(await used(token)).toBe(20)
    await setUsed(token, 0)
  })

  test("429 QUOTA_EXCEEDED: the 51st of a wallet, whatever it is for; undecodable ones count", async () => {
    const as = await createApiKey()
    await setUsed(as.wallet, 49)
    expect((await avatar(as, hollow)).body.code).toBe("FILE_UNREADABLE")
    expect((await avatar(as)).body.code).toBe("QUOTA_EXCEEDED")
    await pool().query("update image_quota set day = day - 1 where subject = $1", [as.wallet])
    expect((await avatar(as)).status).toBe(200)
    expect(await used(as.wallet)).toBe(1)
  })

  test("one of a wallet's uploads runs at a time; a long queue is refused", async () => {
    const as = await createApiKey()
    let running = 0
    const seen: number[] = []
    const { cleanImage: real } =
      await vi.importActual<typeof import("@/lib/content/image")>("@/lib/content/image")
    vi.mocked(cleanImage).mockImplementation(async (file) => {
      seen.push(++running)
      return real(file).finally(() => running--)
    })
    const answers = await Promise.all(Array.from({ length: 12 }, () => avatar(as, hollow)))
    vi.mocked(cleanImage).mockImplementation(real)
    expect(seen).toEqual(Array(9).fill(1))
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused.map(({ body }) => body.code)).toEqual(Array(3).fill("RATE_LIMITED"))
    expect(Number(refused[0]?.headers.get("retry-after"))).toBeGreaterThan(0)
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
    const as = await createApiKey()
    for (let at = 0; at < 5; at++) expect((await avatar(as)).status).toBe(200)
    const sixth = await avatar(as)
    expect([sixth.status, sixth.body.code]).toEqual([429, "QUOTA_EXCEEDED"])
    expect(sixth.headers.get("retry-after")).toBe("60")
    expect((await avatar(await createApiKey())).status).toBe(200)
  })

  test("is exact when all come at once, by key and by session", async () => {
    const { cookie, address } = await createSession()
    const { key } = await createApiKey(address)
    const answers = await Promise.all(
      Array.from({ length: 14 }, (_, at) => avatar(at % 2 ? { key } : { cookie })),
    )
    const statuses = answers.map(({ status }) => status).sort()
    expect(statuses).toEqual([...Array(5).fill(200), ...Array(9).fill(429)])
  })

  test("does not count what was refused", async () => {
    const as = await createApiKey()
    for (let at = 0; at < 7; at++) await avatar(as, Buffer.from("no image"))
    for (let at = 0; at < 5; at++) expect((await avatar(as)).status).toBe(200)
  })

  test("gives back the place of an upload that died", async () => {
    const as = await createApiKey()
    for (let at = 0; at < 5; at++) await avatar(as)
    await pool().query(
      "update avatar_upload set cid = null, lease = now() - interval '901 seconds' where wallet = $1 and ordinal = 3",
      [as.wallet],
    )
    expect((await avatar(as)).status).toBe(200)
    expect((await avatar(as)).status).toBe(429)
  })

  test("begins anew with the month", async () => {
    const as = await createApiKey()
    for (let at = 0; at < 5; at++) await avatar(as)
    vi.setSystemTime(lastMinute + 59_999)
    expect((await avatar(as)).status).toBe(429)
    vi.setSystemTime(lastMinute + 60_000)
    expect((await avatar(as)).status).toBe(200)
  })

  test("is not used up by an upload that cannot be stored", async () => {
    vi.spyOn(logger, "error").mockImplementation(() => {})
    const as = await createApiKey()
    const unseen = await createPicture(31, 17).webp().toBuffer()
    const { CONTENT_DIR = "" } = process.env
    const { env } = await import("@/lib/env")
    const place = vi.spyOn(env(), "CONTENT_DIR", "get").mockReturnValue("/dev/null")
    expect((await avatar(as, unseen)).status).toBe(500)
    place.mockRestore()
    expect(env().CONTENT_DIR).toBe(CONTENT_DIR)
    // Neither the month nor the day has counted it.
    const { rows } = await pool().query("select used from image_quota where subject = $1", [
      as.wallet,
    ])
    expect(rows).toEqual([{ used: 0 }])
    for (let at = 0; at < 5; at++) expect((await avatar(as)).status).toBe(200)
    vi.restoreAllMocks()
  })
})

test("503 CHAIN_UNAVAILABLE: nobody can say who the creator is", async () => {
  const as = await signInAlice()
  await chain.stop()
  const answer = await upload(as, { purpose: "token", address: token, file: image })
  expect([answer.status, answer.body.code]).toEqual([503, "CHAIN_UNAVAILABLE"])
})

test("the fixture is an image", async () => {
  expect(await sharp(image).metadata()).toMatchObject({ format: "webp", width: 40 })
})
