import { expect, test } from "vitest"
import { z } from "zod"
import { withBody } from "@/lib/api/body"
import { resource, route } from "@/lib/api/route"
import { processSingleton } from "@/lib/async/process-singleton"
import { createApiKey } from "@/tests/helpers/auth"
import { call } from "@/tests/helpers/call"
import { windowStart } from "@/tests/helpers/rate-window"

process.env.RATE_LIMIT_IP = "1"

const CAP = 1_000

/** A body that sends some bytes and then neither more nor an end. */
function unfinished(bytes: number) {
  let pulled = 0
  const body = new ReadableStream(
    {
      pull(controller) {
        if (pulled++ === 0) controller.enqueue(new Uint8Array(bytes))
        else return new Promise(() => {})
      },
    },
    { highWaterMark: 0 },
  )
  return { body, pulled: () => pulled }
}

const requestOf = (body: ReadableStream) =>
  new Request("http://localhost/x", { method: "POST", body, duplex: "half" } as RequestInit)

const held = () => processSingleton("held-bytes", () => ({ count: 0 })).count

test("a body that does not arrive in time is refused, and its connection closed", async () => {
  const slow = withBody(
    requestOf(unfinished(10).body),
    { maxBytes: CAP, arrivalMs: 50 },
    async () => {},
  )
  await expect(slow).rejects.toMatchObject({
    status: 400,
    code: "VALIDATION_FAILED",
    message: "The body did not arrive within 0.05 seconds",
    headers: { Connection: "close" },
  })
  expect(held()).toBe(0)
})

test("bodies that together hold too much are sent away, until others have been worked on", async () => {
  const limits = { maxBytes: CAP, maxBufferedBytes: 250 }
  const send = (work = async (bytes: Uint8Array | null) => bytes?.byteLength) =>
    withBody(requestOf(new Blob([new Uint8Array(100)]).stream()), limits, work)
  let finish = () => {}
  const busy = [1, 2].map(() =>
    send(async () => {
      await new Promise<void>((resolve) => {
        const before = finish
        finish = () => {
          before()
          resolve()
        }
      })
      return 0
    }),
  )
  await expect.poll(held).toBe(200)
  await expect(send()).rejects.toMatchObject({ status: 503, code: "SERVICE_UNAVAILABLE" })
  expect(held()).toBe(200)
  finish()
  await Promise.all(busy)
  expect(await send()).toBe(100)
  expect(held()).toBe(0)
})

const upload = resource({
  POST: route({
    summary: "Test",
    tag: "Test",
    auth: "key",
    body: z.looseObject({}),
    bodyTypes: ["json", "multipart"],
    response: z.object({}),
    handler: () => ({}),
  }),
})
const asForm = { "content-type": "multipart/form-data; boundary=x" }

test("nothing is read of what a stranger sends", async () => {
  const { body, pulled } = unfinished(100_000)
  const answer = await call(upload, { method: "POST", body, headers: asForm })
  expect(answer).toMatchObject({ status: 401, body: { code: "UNAUTHENTICATED" } })
  expect(pulled()).toBe(0)
})

test("nothing is read when the window is used up", async () => {
  const ip = "192.0.2.1"
  await windowStart()
  await call(upload, { method: "POST", ip })
  const { body, pulled } = unfinished(100_000)
  const answer = await call(upload, { method: "POST", body, headers: asForm, ip })
  expect(answer).toMatchObject({ status: 429, body: { code: "RATE_LIMITED" } })
  expect(pulled()).toBe(0)
})

test("a declared length above the cap is refused first of all", async () => {
  const ip = "192.0.2.1"
  const { body, pulled } = unfinished(100_000)
  const headers = { ...asForm, "content-length": "6291457" }
  const answer = await call(upload, { method: "POST", body, headers, ip })
  expect(answer).toMatchObject({ status: 413, body: { code: "BODY_TOO_LARGE" } })
  expect(pulled()).toBe(0)
})

test("a body longer than declared is cut off at the cap, for those who may send one", async () => {
  const { key } = await createApiKey()
  const { body } = unfinished(70_000)
  const headers = { "content-type": "application/json", "content-length": "2" }
  const answer = await call(upload, { method: "POST", body, headers, as: { key } })
  expect(answer).toMatchObject({ status: 413, body: { code: "BODY_TOO_LARGE" } })
  expect(held()).toBe(0)
})
