import { promisify } from "node:util"
import { brotliCompress, constants, gzip } from "node:zlib"
import CachePolicy from "http-cache-semantics"
import { LRUCache } from "lru-cache"
import { signals } from "@/lib/telemetry/signals"
import type { RenderQueue } from "./render-queue"

const compressGzip = promisify(gzip)
const compressBrotli = promisify(brotliCompress)

/** Of all bodies with their compressed forms. */
const MAX_BYTES = 128_000_000
const COMPRESSED_FACTOR = 1.5
const OVERHEAD_BYTES = 3_000

/** A former answer is sent at once until it is stale for this long; later only where a new one takes longer than this. */
const LATE_SECONDS = 1
const PATIENCE_MS = 1_000

/** `headers` are those that an answer may depend on, by their names in lower case. */
export type CacheRequest = { url: string; headers: Record<string, string> }

export type OriginAnswer = { status: number; headers: Record<string, string>; body: Buffer }

/** Whom the origin counts, and by what id its log names the request. */
export type Client = { address: string; id: string }

export type Origin = (request: CacheRequest, client: Client) => Promise<OriginAnswer>

export type Encoding = "br" | "gzip" | "identity"

const COMPRESSIBLE = /^(text\/|image\/svg\+xml|application\/(javascript|json|manifest\+json|xml))/i

/** Smaller bodies gain nothing from compression. */
const MIN_COMPRESSED_BYTES = 1_024

/** The levels of gzip and Brotli: for one client, for many, and for ever. */
const EFFORT = { once: [1, 1], many: [6, 7], always: [9, 11] } as const

/** One at a time: each takes up to a second of a processor. */
let smallest: Promise<unknown> = Promise.resolve()

/** An answer of the origin, with what its headers say to caches. */
export class CachedAnswer {
  readonly #encoded = new Map<Encoding, Promise<Buffer>>()

  constructor(
    readonly policy: CachePolicy,
    readonly answer: OriginAnswer,
  ) {}

  /** Whether others may get it. What sets a cookie is for one client. */
  get isStorable() {
    return this.policy.storable() && this.answer.headers["set-cookie"] === undefined
  }

  get isCompressible() {
    const { headers, body } = this.answer
    return (
      headers["content-encoding"] === undefined &&
      body.length >= MIN_COMPRESSED_BYTES &&
      COMPRESSIBLE.test(headers["content-type"] ?? "")
    )
  }

  /** The same body by the headers of a later answer, with the forms that there are. */
  freshen(policy: CachePolicy) {
    const fresh = new CachedAnswer(policy, this.answer)
    for (const [encoding, bytes] of this.#encoded) fresh.#encoded.set(encoding, bytes)
    return fresh
  }

  /** Compresses once; a file that never changes once more, as small as can be, while its first readers have it. */
  encode(encoding: Encoding): Promise<Buffer> {
    const { body, headers } = this.answer
    if (encoding === "identity") return Promise.resolve(body)
    const former = this.#encoded.get(encoding)
    if (former) return former
    const bytes = compress(body, encoding, EFFORT[this.isStorable ? "many" : "once"])
    this.#encoded.set(encoding, bytes)
    if (this.isStorable && headers["cache-control"]?.includes("immutable")) {
      smallest = smallest
        .then(() => compress(body, encoding, EFFORT.always))
        .then((best) => {
          this.#encoded.set(encoding, Promise.resolve(best))
        })
        .catch(() => {})
    }
    return bytes
  }
}

function compress(body: Buffer, encoding: Encoding, [level, quality]: readonly [number, number]) {
  if (encoding === "gzip") return compressGzip(body, { level })
  return compressBrotli(body, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
    },
  })
}

/**
 * A shared cache in front of the origin, by the rules of RFC 9111 and, for `stale-while-revalidate`, RFC 5861. Equal
 * requests at one time are one request to the origin. While many wait in the queue a former answer is sent at any age
 * that the origin allows.
 */
export class HttpCache {
  readonly #stored = new LRUCache<string, CachedAnswer>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ answer }, key) =>
      Math.ceil(answer.body.length * COMPRESSED_FACTOR) + key.length + OVERHEAD_BYTES,
  })
  readonly #running = new Map<string, Promise<CachedAnswer>>()

  constructor(
    readonly origin: Origin,
    readonly queue: Pick<RenderQueue, "isLong">,
  ) {}

  async answer(request: CacheRequest, client: Client): Promise<CachedAnswer> {
    const key = keyOf(request)
    const stored = this.#stored.get(key)
    signals.emit("cache", "pages", stored !== undefined && !stored.policy.stale())
    if (!stored) return this.#ask(key, request, client)
    // All that an answer may depend on is in the key.
    if (!stored.policy.stale()) return stored
    const { response } = stored.policy.evaluateRequest(request)
    const fresh = this.#ask(key, request, client, stored)
    if (!response) return fresh
    const isLate = stored.policy.age() > stored.policy.maxAge() + LATE_SECONDS
    if (isLate && !this.queue.isLong) return firstOf(fresh, stored)
    // Whoever asks when it may not be sent any more hears of a failure.
    fresh.catch(() => {})
    return stored
  }

  /** One request for the same at a time. What may not be stored is handed to nobody else. */
  async #ask(key: string, request: CacheRequest, client: Client, stored?: CachedAnswer) {
    const running = this.#running.get(key)
    if (running) {
      const answer = await running
      return answer.isStorable ? answer : this.#fetch(key, request, client)
    }
    const fetching = this.#fetch(key, request, client, stored)
    this.#running.set(key, fetching)
    try {
      return await fetching
    } finally {
      this.#running.delete(key)
    }
  }

  async #fetch(key: string, request: CacheRequest, client: Client, stored?: CachedAnswer) {
    const headers = stored ? toRecord(stored.policy.revalidationHeaders(request)) : request.headers
    const answer = await this.origin({ ...request, headers }, client)
    if (stored && answer.status === 304) {
      return this.#store(
        key,
        stored.freshen(stored.policy.revalidatedPolicy(request, answer).policy),
      )
    }
    return this.#store(key, new CachedAnswer(new CachePolicy(request, answer), answer))
  }

  #store(key: string, answer: CachedAnswer) {
    if (answer.isStorable && answer.policy.timeToLive() > 0) this.#stored.set(key, answer)
    return answer
  }
}

/** No address and no name of a header has a line break. */
function keyOf({ url, headers }: CacheRequest) {
  let key = url
  for (const name in headers) key += `\n${name}: ${headers[name]}`
  return key
}

const toRecord = (headers: CachePolicy.Headers): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)]],
    ),
  )

/** The new answer, or the former one where that takes too long. */
function firstOf(fresh: Promise<CachedAnswer>, former: CachedAnswer): Promise<CachedAnswer> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(former), PATIENCE_MS)
    fresh.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
