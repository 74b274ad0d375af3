import { afterAll, beforeAll, describe, expect, test } from "vitest"
import * as imagesRoute from "@/app/api/images/route"
import * as metadataRoute from "@/app/api/metadata/route"
import * as ipfsRoute from "@/app/ipfs/[cid]/route"
import { prisma } from "@/lib/db/client"
import { createApiKey, createSession } from "@/tests/helpers/auth"
import { call } from "@/tests/helpers/call"
import { alice, bob, configureChain, startChain, type TestChain } from "@/tests/helpers/chain"
import { signInAlice } from "@/tests/helpers/creator-session"
import { createImage, formData } from "@/tests/helpers/images"
import { createMarkets } from "@/tests/helpers/markets"
import { addressOf, insertToken } from "@/tests/helpers/rows"

let chain: TestChain
let creator: { cookie: string }

beforeAll(async () => {
  chain = await startChain()
  configureChain(chain)
  creator = await signInAlice()
})
afterAll(() => chain.stop())

const create = (body: unknown, as: { cookie: string } | { key: string } = creator) =>
  call(metadataRoute, { method: "POST", as, body })
const projectOf = (address: string) => prisma.project.findUnique({ where: { address } })
const launched = async () => (await chain.launch(alice, { symbol: "KELP", name: "Kelp" })).token

describe("POST /api/metadata", () => {
  test("200: pins what the creator says and the chain knows", async () => {
    const token = await launched()
    const uploaded = await call(imagesRoute, {
      method: "POST",
      as: creator,
      body: formData({ purpose: "token", address: token, file: await createImage() }),
    })
    const { status, body } = await create({
      address: token.toUpperCase().replace("0X", "0x"),
      description: "  A forest\r\nunder water ",
      website: "https://kelp.example",
      telegram: "@kelp_forest",
      socialx: "https://x.com/kelp",
      image: uploaded.body.url,
    })
    expect(status).toBe(200)
    const { text, headers } = await call(ipfsRoute, { params: { cid: body.cid } })
    expect(headers.get("content-type")).toBe("application/json; charset=utf-8")
    expect(JSON.parse(text)).toEqual({
      address: token,
      chainId: 31337,
      name: "Kelp",
      symbol: "KELP",
      dev: alice,
      description: "A forest\nunder water",
      image: uploaded.body.url,
      website: "https://kelp.example",
      telegram: "@kelp_forest",
      socialx: "https://x.com/kelp",
      multiplier: 50,
      isPrediction: false,
      predictionType: null,
      eventType: null,
      options: null,
      endTime: null,
      createdAt: expect.stringMatching(/^\d{4}-.*\.000Z$/),
    })
    // The token is not indexed here: its project's row is made.
    expect(await projectOf(token)).toMatchObject({
      metadataUrl: body.url,
      description: "A forest\nunder water",
      image: uploaded.body.url,
      socialx: "https://x.com/kelp",
    })
  })

  test("200: missing and empty texts are null and leave an indexed project's own", async () => {
    const token = await launched()
    const { id } = await insertToken({ address: token, dev: alice, description: "Older" })
    const { body } = await create({ address: token, website: "", telegram: null, twitterx: "kelp" })
    const pinned = JSON.parse((await call(ipfsRoute, { params: { cid: body.cid } })).text)
    expect(pinned).toMatchObject({
      description: null,
      website: null,
      telegram: null,
      socialx: "kelp",
    })
    expect(await projectOf(token)).toMatchObject({
      id,
      description: "Older",
      socialx: "kelp",
      metadataUrl: body.url,
    })
  })

  test("200: of a market, with its outcomes and its end as the chain has them", async () => {
    const markets = await createMarkets(chain)
    const endTime = 4_102_444_800
    const options = ["Kelp", "Seagrass", "Neither"]
    const club = await markets.createPrivateMarket(alice, { isEvent: true, endTime, options })
    const open = await markets.createPrivateMarket(alice)
    const pinned = async (token: string) => {
      const { body } = await create({ address: token, description: "Which grows faster?" })
      return JSON.parse((await call(ipfsRoute, { params: { cid: body.cid } })).text)
    }
    expect(await pinned(club.token)).toMatchObject({
      address: club.token.toLowerCase(),
      name: "Will it rain on the reef tomorrow?",
      dev: alice,
      description: "Which grows faster?",
      multiplier: 100,
      isPrediction: true,
      predictionType: "private",
      eventType: "private",
      options,
      endTime: "2100-01-01T00:00:00.000Z",
    })
    const { token } = await markets.createMarket(alice)
    expect(await pinned(token)).toMatchObject({
      isPrediction: true,
      predictionType: "public",
      eventType: "public",
      options: ["Yes", "No"],
      endTime: null,
    })
    expect(await pinned(open.token)).toMatchObject({
      predictionType: "private",
      eventType: "public",
    })
    const stranger = await create({ address: token }, await createSession())
    expect([stranger.status, stranger.body.code]).toEqual([403, "NOT_CREATOR"])
  })

  test.each([
    ["website", "javascript:alert(1)"],
    ["website", "data:text/html,x"],
    ["website", "file:///etc/passwd"],
    ["website", "//kelp.example"],
    ["website", "kelp.example"],
    ["website", "https://"],
    ["website", "https://kelp .example"],
    ["website", `https://kelp.example/${"x".repeat(300)}`],
    ["website", 7],
    ["telegram", "http://t.me/kelp"],
    ["telegram", "two words"],
    ["telegram", "@"],
    ["socialx", "x".repeat(65)],
    ["socialx", "<script>"],
    ["description", "x".repeat(2_001)],
    ["image", "https://elsewhere.example/a.png"],
    [
      "image",
      "http://localhost:3000/ipfs/bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku",
    ],
    ["image", "http://localhost:3000/ipfs/"],
    ["address", "0x12"],
    ["address", undefined],
  ])("400 VALIDATION_FAILED: %s %j", async (field, value) => {
    const answer = await create({ address: addressOf(1), [field]: value })
    expect([answer.status, answer.body.code]).toEqual([400, "VALIDATION_FAILED"])
    expect(answer.body.details.map(({ path }) => path)).toEqual([field])
  })

  test("200: texts at their limits", async () => {
    const answer = await create({
      address: await launched(),
      description: "🌿".repeat(2_000),
      website: `https://kelp.example/${"x".repeat(279)}`,
      telegram: "x".repeat(64),
    })
    expect(answer.status).toBe(200)
  })

  test("400 NOT_ECOSYSTEM_TOKEN", async () => {
    const answer = await create({ address: bob })
    expect([answer.status, answer.body.code]).toEqual([400, "NOT_ECOSYSTEM_TOKEN"])
  })

  test("401: a key", async () => {
    const answer = await create({ address: bob }, await createApiKey())
    expect([answer.status, answer.body.code]).toEqual([401, "SESSION_REQUIRED"])
  })

  test("403 NOT_CREATOR", async () => {
    const answer = await create({ address: await launched() }, await createSession())
    expect([answer.status, answer.body.code]).toEqual([403, "NOT_CREATOR"])
  })

  test("409 METADATA_EXISTS: once and for ever, also of many at once", async () => {
    const address = await launched()
    const answers = await Promise.all(
      Array.from({ length: 5 }, (_, at) => create({ address, description: `Number ${at}` })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409])
    const again = await create({ address, description: "Later" })
    expect([again.status, again.body.code]).toEqual([409, "METADATA_EXISTS"])
    const won = answers.find(({ status }) => status === 200)
    expect((await projectOf(address))?.metadataUrl).toBe(won?.body.url)
  })
})

test("503 CHAIN_UNAVAILABLE", async () => {
  const address = await launched()
  await chain.stop()
  const answer = await create({ address })
  expect([answer.status, answer.body.code]).toEqual([503, "CHAIN_UNAVAILABLE"])
})
