import { setMaxListeners } from "node:events"
import { setTimeout } from "node:timers/promises"
import { Agent, type Dispatcher, request } from "undici"
import { generatePrivateKey, type LocalAccount, privateKeyToAccount } from "viem/accounts"
import { createSiweMessage } from "viem/siwe"
import { z } from "zod"
import { RowKeeper, readEvents } from "@/tests/helpers/event-stream"

const nonce = z.object({
  nonce: z.string(),
  domain: z.string(),
  uri: z.string(),
  chainId: z.number(),
  statement: z.string(),
})

/** Signs in at a server, as a client does; the cookie is for all of them. */
export async function signIn(
  url: string,
  account: LocalAccount = privateKeyToAccount(generatePrivateKey()),
) {
  const { address } = account
  const issued = await fetch(`${url}/api/auth/nonce?address=${address}`)
  const message = createSiweMessage({
    ...nonce.parse(await issued.json()),
    ...{ address, version: "1", issuedAt: new Date() },
  })
  const signature = await account.signMessage({ message })
  const answer = await fetch(`${url}/api/auth/verify`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ message, signature }),
  })
  if (!answer.ok) throw new Error(`Sign-in: ${answer.status} ${await answer.text()}`)
  const cookie = answer.headers.getSetCookie()[0]?.split(";")[0] ?? ""
  return { account, address: address.toLowerCase(), cookie }
}

/** An API key of a session's wallet. */
export async function createKey(url: string, cookie: string) {
  const answer = await fetch(`${url}/api/v1/auth/keys`, {
    method: "POST",
    headers: { "content-type": "application/json", cookie },
    body: "{}",
  })
  return z.object({ key: z.string() }).parse(await answer.json()).key
}

/** What a load asks for, again and again. */
export type LoadRequest = {
  name: string
  path: string
  method?: "GET" | "POST"
  headers?: Record<string, string>
  /** Another one each time. */
  body?: () => string
  /** Sees every good answer. */
  onDone?: (text: string) => void
}

const LIMIT_MS = 20_000

/** How long a request waits, in milliseconds, before it is sent again; it took so long. */
export type Pause = (tookMs: number) => number

/**
 * Sends each request over and over, with a pause, until it is stopped. Counted is what a client notices: answers by
 * status, requests that got none, and refusals (5xx) that do not say when to come again.
 */
export function startLoad(url: string, requests: readonly LoadRequest[], pause: Pause) {
  const agent = new Agent({ connections: 64, pipelining: 1 })
  const stopped = new AbortController()
  // Each request waits for it.
  setMaxListeners(0, stopped.signal)
  const counts = { requests: 0, good: 0, refused: 0 }
  const refusals: string[] = []
  const failures: string[] = []
  let lastFailure = 0

  async function send({ name, path, method = "GET", headers = {}, body, onDone }: LoadRequest) {
    counts.requests++
    try {
      const answer = await request(url + path, {
        ...{ method, dispatcher: agent, headersTimeout: LIMIT_MS, bodyTimeout: LIMIT_MS },
        headers: { ...(body && { "content-type": "application/json" }), ...headers },
        body: body?.() ?? null,
      })
      const text = await answer.body.text()
      if (answer.statusCode < 400) {
        counts.good++
        return onDone?.(text)
      }
      lastFailure = Date.now()
      const line = `${name}: ${answer.statusCode} ${text.slice(0, 300)}`
      if (!isRefusal(answer)) return void failures.push(line)
      counts.refused++
      refusals.push(line)
    } catch (error) {
      lastFailure = Date.now()
      failures.push(`${name}: ${error instanceof Error ? error.message : error}`)
    }
  }
  const work = requests.map(async (each) => {
    while (!stopped.signal.aborted) {
      const start = performance.now()
      await send(each)
      await setTimeout(pause(performance.now() - start), undefined, {
        signal: stopped.signal,
      }).catch(() => {})
    }
  })
  const stop = async () => {
    stopped.abort()
    await Promise.all(work)
    await agent.close()
  }
  let ended: Promise<void> | undefined
  return {
    counts,
    /** Refusals that name their end. */
    refusals,
    /** Answers that are neither good nor a refusal that names its end. */
    failures,
    /** When the last request was not answered well. */
    lastFailure: () => lastFailure,
    /** May be called again. */
    stop: () => {
      ended ??= stop()
      return ended
    },
  }
}

/** A transaction that cannot be indexed now is 422. The balancer answers 502 and 504 itself. */
const isRefusal = ({ statusCode, headers }: Dispatcher.ResponseData) =>
  (statusCode === 422 || statusCode >= 502) && headers["retry-after"] !== undefined

/** Reads a stream and keeps its rows; it resumes where it was, at the next of the addresses, when it is cut. */
export function startReader(urls: readonly string[], topics: string, cookie: string) {
  const keeper = new RowKeeper()
  const state = { lastId: "", connections: 0, isReady: false, isStopped: false }
  let current: AbortController | undefined

  async function connect() {
    const url = urls[state.connections % urls.length]
    current = new AbortController()
    const { statusCode, body } = await request(
      `${url}/api/v1/stream?topics=${encodeURIComponent(topics)}`,
      {
        headers: { cookie, ...(state.lastId && { "last-event-id": state.lastId }) },
        ...{ signal: current.signal, bodyTimeout: 60_000 },
      },
    )
    if (statusCode !== 200) return body.dump()
    state.connections++
    for await (const event of readEvents(body, (id) => {
      state.lastId = id
    })) {
      keeper.take(event)
      state.isReady = true
    }
  }
  const work = (async () => {
    while (!state.isStopped) {
      await connect().catch(() => {})
      await setTimeout(100)
    }
  })()
  return {
    keeper,
    state,
    /** Loses the connection, as on a train. */
    cut: () => current?.abort(),
    async stop() {
      state.isStopped = true
      current?.abort()
      await work
    },
  }
}
