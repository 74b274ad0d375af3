import { beforeEach, describe, expect, test } from "vitest"
import * as route from "@/app/api/v1/me/profile/route"
import { pool } from "@/lib/db/client"
import { createApiKey } from "@/tests/helpers/auth"
import { call } from "@/tests/helpers/call"

let as: { key: string }
let wallet: string

beforeEach(async () => {
  const account = await createApiKey()
  as = { key: account.key }
  wallet = account.wallet
})

const change = (body: unknown, who = as) => call(route, { method: "POST", body, as: who })
const mine = async () => (await call(route, { as })).body

const link = (handle: string, isPublic = false) =>
  pool().query(
    `insert into social_link (wallet, platform, handle, is_linked, is_public, display_name, picture)
    values ($1, 'x', $2, true, $3, 'Reef Walker', 'https://pictures.example/x.png')`,
    [wallet, handle, isPublic],
  )

describe("GET /api/v1/me/profile", () => {
  test("200: a wallet that said and did nothing", async () => {
    expect(await mine()).toEqual({
      wallet,
      username: null,
      avatarUrl: null,
      tier: "Plankton",
      tierEmoji: "🫧",
      rank: 0,
      rankDelta: 0,
      streak: 0,
      acsScore: 0,
      socials: [],
      xAccount: null,
      stale: false,
      lastUpdated: null,
    })
  })

  test("200: what was said, private entries and the linked account among it", async () => {
    await link("reef_x")
    await change({ username: `U${wallet.slice(2, 14)}` })
    await change({ social: { platform: "discord", handle: "reef.walker" } })
    const { username, socials, xAccount } = await mine()
    expect(username).toBe(`U${wallet.slice(2, 14)}`)
    expect(socials).toEqual([
      { platform: "x", handle: "reef_x", url: "https://x.com/reef_x", isPublic: false },
      { platform: "discord", handle: "reef.walker", url: null, isPublic: false },
    ])
    expect(xAccount).toEqual({
      username: "reef_x",
      displayName: "Reef Walker",
      profileImage: "https://pictures.example/x.png",
      isPublic: false,
    })
  })

  test("401: nobody is signed in", async () => {
    expect((await call(route)).status).toBe(401)
  })
})

describe("POST /api/v1/me/profile", () => {
  test("200: a username is set, changed in case, and cleared by null or empty text", async () => {
    const name = `n${wallet.slice(2, 12)}`
    expect((await change({ username: name })).body).toEqual({
      success: true,
      action: "username_set",
      username: name,
    })
    expect((await change({ username: name.toUpperCase() })).status).toBe(200)
    expect((await mine()).username).toBe(name.toUpperCase())
    for (const username of [null, "", "  "]) {
      const { body } = await change({ username })
      expect(body).toEqual({ success: true, action: "username_cleared" })
    }
    expect((await mine()).username).toBeNull()
  })

  test.each(["ab", "a".repeat(21), "two words", "ümlaut", "dash-ed", "a\u200bb", "<b>bold"])(
    "400: %j is no username",
    async (username) => {
      const { status, body } = await change({ username })
      expect([status, body.code]).toEqual([400, "VALIDATION_FAILED"])
      expect(body.details[0]?.path).toBe("username")
    },
  )

  test.each(["admin", "Atoll", "MODERATOR", "support", "system", "Tide", "usdb"])(
    "409: %s is reserved",
    async (username) => {
      expect((await change({ username })).body.code).toBe("USERNAME_TAKEN")
    },
  )

  test("409: of many who want one name at once, in any case, one gets it", async () => {
    const sharedName = `c${wallet.slice(2, 12)}`
    const others = await Promise.all(Array.from({ length: 8 }, () => createApiKey()))
    const answers = await Promise.all(
      others.map(({ key }, i) =>
        change({ username: i % 2 ? sharedName : sharedName.toUpperCase() }, { key }),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)])
    expect((await change({ username: sharedName })).body.code).toBe("USERNAME_TAKEN")
  })

  test.each([
    ["x", "@reef_x", "reef_x"],
    ["x", "https://x.com/reef_x", "reef_x"],
    ["x", "https://www.twitter.com/reef_x?s=20", "reef_x"],
    ["telegram", "https://t.me/reef_walker", "reef_walker"],
    ["telegram", "reef_walker", "reef_walker"],
    ["tiktok", "https://www.tiktok.com/@reef.walker", "reef.walker"],
    ["discord", "reef.walker", "reef.walker"],
  ])("200: the %s handle in %s is %s", async (platform, entered, handle) => {
    const { body } = await change({ social: { platform, handle: entered } })
    expect(body).toEqual({ success: true, action: "social_set", platform, handle })
    expect((await mine()).socials).toMatchObject([{ platform, handle, isPublic: false }])
  })

  test.each([
    ["x", "sixteen_letters_"],
    ["x", "http://x.com/reef_x"],
    ["x", "https://x.com.evil.example/reef_x"],
    ["x", "https://user@x.com/reef_x"],
    ["x", "https://t.me/reef_x"],
    ["x", "https://x.com/reef_x/status/1"],
    ["x", "javascript:alert(1)"],
    ["telegram", "four"],
    ["tiktok", "a"],
    ["discord", "@reef"],
    ["discord", "https://discord.com/reef"],
    ["x", ""],
  ])("400: %s has no account %j", async (platform, handle) => {
    const { status, body } = await change({ social: { platform, handle } })
    expect([status, body.details[0]?.path]).toEqual([400, "social.handle"])
  })

  test("400: an unknown network is answered with those there are", async () => {
    const { status, text } = await change({ social: { platform: "myspace", handle: "tom" } })
    expect(status).toBe(400)
    expect(text).toContain("telegram")
  })

  test("200: an entry is shown, hidden and removed; 404 when there is none", async () => {
    for (const body of [{ toggleSocialPublic: "telegram" }, { removeSocial: "telegram" }]) {
      expect((await change(body)).body.code).toBe("SOCIAL_NOT_FOUND")
    }
    await change({ social: { platform: "telegram", handle: "reef_walker" } })
    for (const isPublic of [true, false]) {
      const { body } = await change({ toggleSocialPublic: "telegram" })
      const action = "social_toggled"
      expect(body).toEqual({ success: true, action, platform: "telegram", isPublic })
    }
    const { body } = await change({ removeSocial: "telegram" })
    expect(body).toEqual({ success: true, action: "social_removed", platform: "telegram" })
    expect((await mine()).socials).toEqual([])
  })

  test("409: the entry of a linked account is not typed over; removing it unlinks", async () => {
    await link("reef_x")
    const typed = await change({ social: { platform: "x", handle: "somebody" } })
    expect(typed.body.code).toBe("SOCIAL_MANAGED")
    expect((await change({ removeSocial: "x" })).status).toBe(200)
    expect((await mine()).xAccount).toBeNull()
    expect((await change({ social: { platform: "x", handle: "somebody" } })).status).toBe(200)
  })

  test("200: a picture is an https URL or one of /api/images; null clears", async () => {
    const cid = `b${wallet.slice(2)}`
    await pool().query("insert into issued_image (cid, type, size) values ($1, 'png', 1)", [cid])
    const issued = `http://localhost:3000/ipfs/${cid}`
    for (const avatar of ["https://pictures.example/me.webp", issued]) {
      const { body } = await change({ avatar })
      expect(body).toEqual({ success: true, action: "avatar_set", avatarUrl: avatar })
      expect((await mine()).avatarUrl).toBe(avatar)
    }
    expect((await change({ avatar: null })).body).toEqual({
      success: true,
      action: "avatar_cleared",
    })
    expect((await mine()).avatarUrl).toBeNull()
  })

  test.each([
    "",
    " \u200b",
    "http://pictures.example/a.png",
    "http://localhost:3000/ipfs/bnobody",
    "https://localhost/a.png",
    "https://me.localhost/a.png",
    "https://127.0.0.1/a.png",
    "https://0x7f.1/a.png",
    "https://[::1]/a.png",
    "https://user:pass@pictures.example/a.png",
    "https://pictures.example/a b.png",
    'https://pictures.example/"onerror=x',
    "javascript:alert(1)",
    "data:image/png;base64,AAAA",
    "/ipfs/bafy",
    `https://pictures.example/${"a".repeat(500)}`,
  ])("400: %j is no picture", async (avatar) => {
    const { status, body } = await change({ avatar })
    expect([status, body.details[0]?.path]).toEqual([400, "avatar"])
  })

  test("400: nothing, or more than one thing at once", async () => {
    for (const body of [{}, { other: 1 }, { social: null }]) {
      expect((await change(body)).body.code).toBe("NO_FIELDS")
    }
    const { body } = await change({ username: null, avatar: null })
    expect(body.code).toBe("VALIDATION_FAILED")
  })

  test("401: nobody is signed in", async () => {
    expect((await call(route, { method: "POST", body: { username: null } })).status).toBe(401)
  })
})
