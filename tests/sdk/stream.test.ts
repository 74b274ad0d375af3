import { describe, expect, test } from "vitest"
import { CursorExpiredError, createAtoll, isReorg, type StreamEvent } from "@/sdk/src/client"

const text = (id: string, event = "trade", data: unknown = { id }) =>
  `event: ${event}\nid: ${id}\ndata: ${JSON.stringify(data)}\n\n`
const READY = "retry: 1\nevent: ready\nid: 0\ndata: {}\n\n"

/** A service whose connections each send these pieces and end; remembers what it was asked for. */
function serve(...connections: (string[] | Response)[]) {
  const lastIds: (string | null)[] = []
  const encoder = new TextEncoder()
  const fetch = async (request: Request) => {
    lastIds.push(request.headers.get("last-event-id"))
    const pieces = connections.shift()
    if (pieces instanceof Response) return pieces
    if (!pieces) throw new Error("connection refused")
    const body = new ReadableStream({
      start(controller) {
        for (const piece of pieces) controller.enqueue(encoder.encode(piece))
        controller.close()
      },
    })
    return new Response(body, { headers: { "content-type": "text/event-stream" } })
  }
  return { atoll: createAtoll({ url: "http://atoll.test", key: "key", fetch }), lastIds }
}

async function take(events: AsyncIterable<StreamEvent>, count: number): Promise<StreamEvent[]> {
  const taken: StreamEvent[] = []
  for await (const event of events) if (taken.push(event) >= count) break
  return taken
}

describe("a stream", () => {
  test("goes on behind the last event after a lost connection", async () => {
    const { atoll, lastIds } = serve([READY, text("1"), text("2")], [READY, text("3")])
    const events = await take(atoll.stream(["trades"]), 3)
    expect(events.map(({ id }) => id)).toEqual(["1", "2", "3"])
    expect(lastIds).toEqual([null, "2"])
  })

  test("reads events from pieces, and moves its cursor with heartbeats", async () => {
    const whole = text("1", "trade", { name: "Riff – Ω" })
    const { atoll, lastIds } = serve(
      [READY, whole.slice(0, 20), whole.slice(20), ": heartbeat\nid: 7\n\n"],
      [text("8")],
    )
    const events = await take(atoll.stream(["trades"]), 2)
    expect(events[0]?.data).toEqual({ name: "Riff – Ω" })
    expect(lastIds).toEqual([null, "7"])
  })

  test("begins behind a cursor, and says when rows were removed", async () => {
    const removed = { fromBlock: 4, removedIds: { trade: [9] } }
    const { atoll, lastIds } = serve([READY, text("11", "reorg", removed)])
    const [event] = await take(atoll.stream(["trades"], { after: "10" }), 1)
    expect(lastIds).toEqual(["10"])
    expect(event && isReorg(event) && event.data).toEqual(removed)
  })

  test("waits out errors of the moment, and throws the others", async () => {
    const away = Response.json({ error: "away", code: "SERVICE_UNAVAILABLE" }, { status: 503 })
    const details = [{ path: "after", message: "", oldest: "5" }]
    const expired = { error: "gone", code: "CURSOR_EXPIRED", details }
    const { atoll, lastIds } = serve(
      [READY, text("1")],
      away,
      Response.json(expired, { status: 410 }),
    )
    const error = await take(atoll.stream(["trades"]), 2).catch((thrown) => thrown)
    expect(error).toBeInstanceOf(CursorExpiredError)
    expect(error.oldest).toBe("5")
    expect(lastIds).toEqual([null, "1", "1"])
  })

  test("ends when its signal is aborted", async () => {
    const { atoll } = serve()
    const events = await take(atoll.stream(["trades"], { signal: AbortSignal.timeout(50) }), 1)
    expect(events).toEqual([])
  })
})

describe("requests", () => {
  const respond = (status: number, headers: Record<string, string> = {}) =>
    Response.json({ error: "no", code: "RATE_LIMITED" }, { status, headers })
  const serveOnce = (...answers: Response[]) => {
    const requests: string[] = []
    const fetch = async (request: Request) => {
      requests.push(`${request.method} ${new URL(request.url).pathname}`)
      return answers.shift() ?? Response.json({ transactions: [] })
    }
    return { atoll: createAtoll({ url: "http://atoll.test", key: "key", fetch }), requests }
  }

  test("that read, and sends, are repeated as Retry-After says", async () => {
    const { atoll, requests } = serveOnce(
      respond(503, { "retry-after": "0" }),
      respond(429, { "retry-after": "0" }),
    )
    expect(await atoll.send(["0x"])).toEqual([])
    expect(requests).toHaveLength(3)
  })

  test("that write otherwise are sent once", async () => {
    const { atoll, requests } = serveOnce(respond(503, { "retry-after": "0" }))
    await expect(atoll.reef.vote("1")).rejects.toMatchObject({ status: 503 })
    expect(requests).toHaveLength(1)
  })

  test("are not repeated after a pause that is the caller's decision", async () => {
    const { atoll, requests } = serveOnce(respond(429, { "retry-after": "60" }))
    await expect(atoll.tokens.list().page()).rejects.toMatchObject({
      ...{ name: "RateLimitedError", code: "RATE_LIMITED", retryAfter: 60 },
    })
    expect(requests).toHaveLength(1)
  })

  test("read each row once, though rows move to the next page meanwhile", async () => {
    const page = (ids: number[], hasMore: boolean, number: number) =>
      Response.json({
        data: ids.map((id) => ({ id })),
        pagination: { total: 4, page: number, limit: 2, hasMore },
      })
    const { atoll, requests } = serveOnce(
      page([4, 3], true, 1),
      page([3, 2], true, 2),
      page([1], false, 3),
    )
    const ids: number[] = []
    for await (const { id } of atoll.tokens.list({ limit: 2 })) ids.push(id)
    expect(ids).toEqual([4, 3, 2, 1])
    expect(requests).toHaveLength(3)
  })

  test("sign in to the service itself only", async () => {
    const nonce = {
      ...{
        nonce: "a".repeat(24),
        expiresAt: "",
        domain: "bank.example",
        uri: "https://bank.example",
      },
      ...{ chainId: 1, statement: "Sign in" },
    }
    const { carolAccount } = await import("./keys")
    const paths: string[] = []
    const fetch = async (request: Request) => {
      paths.push(new URL(request.url).pathname)
      return Response.json(nonce)
    }
    const atoll = createAtoll({ url: "http://atoll.test", account: carolAccount, fetch })
    await expect(atoll.signIn()).rejects.toMatchObject({ code: "DOMAIN_MISMATCH" })
    expect(paths).toEqual(["/api/auth/nonce"])
  })
})
