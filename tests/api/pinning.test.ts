import { createServer, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest"
import * as imagesRoute from "@/app/api/images/route"
import * as metadataRoute from "@/app/api/metadata/route"
import * as projectRoute from "@/app/api/projects/[address]/route"
import { AVATARS_PER_MONTH } from "@/lib/content/quota-limits"
import { pool } from "@/lib/db/client"
import { log as logger } from "@/lib/telemetry/logger"
import { createApiKey, createSession } from "@/tests/helpers/auth"
import { call } from "@/tests/helpers/call"
import { alice, configureChain, startChain, type TestChain } from "@/tests/helpers/chain"
import { countStoredFiles, signInAlice } from "@/tests/helpers/creator-session"
import { createImage, formData } from "@/tests/helpers/images"
import { insertToken } from "@/tests/helpers/rows"

const CID = "bafkreid7qoywk77r7rj3slobqfekdvs57qwuwh5d2z3sqsw52iabe3mqne"

/** A pinning service that works or does not. */
let pinning: (response: ServerResponse) => void
const works = (response: ServerResponse) => response.end(JSON.stringify({ data: { cid: CID } }))
const fails = (response: ServerResponse) => response.writeHead(500).end()
const server = createServer((request, response) => {
  request.resume().on("end", () => pinning(response))
})
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))

let chain: TestChain
let image: Buffer

beforeAll(async () => {
  chain = await startChain()
  configureChain(chain)
  process.env.PIN_API_URL = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v3`
  process.env.PIN_API_TOKEN = "a-token"
  process.env.IPFS_GATEWAY = "https://gateway.example"
  image = await createImage()
})
beforeEach(() => {
  vi.spyOn(logger, "error").mockImplementation(() => {})
  vi.spyOn(logger, "warn").mockImplementation(() => {})
  pinning = fails
  // No month ends within a test.
  vi.useFakeTimers({ toFake: ["Date"] })
})
afterEach(() => {
  vi.useRealTimers()
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await chain.stop()
})

const issued = async () => (await pool().query("select 1 from issued_image")).rowCount

describe("503 UPSTREAM_UNAVAILABLE while the pinning service fails", () => {
  test("an avatar, which does not count against the month", async () => {
    const as = await createApiKey()
    const upload = () => {
      return call(imagesRoute, {
        method: "POST",
        as,
        body: formData({ purpose: "avatar", file: image }),
      })
    }
    for (let times = 0; times <= AVATARS_PER_MONTH; times++) {
      const { status, body, headers } = await upload()
      expect([status, body.code]).toEqual([503, "UPSTREAM_UNAVAILABLE"])
      expect(Number(headers.get("retry-after"))).toBeGreaterThan(0)
    }
    expect([await issued(), countStoredFiles()]).toEqual([0, 0])
    pinning = works
    for (let times = 0; times < AVATARS_PER_MONTH; times++)
      expect((await upload()).status).toBe(200)
    expect((await upload()).status).toBe(429)
    await pool().query("delete from issued_image")
  })

  test("a token's metadata, which can be pinned afterwards", async () => {
    const { token: address } = await chain.launch(alice)
    const as = await signInAlice()
    const create = () => {
      return call(metadataRoute, { method: "POST", as, body: { address, description: "Kelp" } })
    }
    const { status, body } = await create()
    expect([status, body.code]).toEqual([503, "UPSTREAM_UNAVAILABLE"])
    pinning = works
    expect((await create()).status).toBe(200)
  })

  test("a project's image, and its texts stay as they were", async () => {
    const { cookie, address: dev } = await createSession()
    const { address } = await insertToken({ dev, description: "Before" })
    const { status, body } = await call(projectRoute, {
      method: "POST",
      params: { address },
      as: { cookie },
      body: formData({ description: "After", image }),
    })
    expect([status, body.code]).toEqual([503, "UPSTREAM_UNAVAILABLE"])
    const { rows } = await pool().query(
      "select description, image from project where address = $1",
      [address],
    )
    expect(rows).toEqual([{ description: "Before", image: null }])
    expect([await issued(), countStoredFiles()]).toEqual([0, 0])
  })
})
