import { LRUCache } from "lru-cache"
import type pg from "pg"
import { z } from "zod"
import { coalesce } from "@/lib/async/coalesce"
import type { Caller } from "@/lib/auth/caller"
import { pool } from "@/lib/db/client"
import { latestOf, type Position, showsAll } from "@/lib/db/position"
import type { Replica } from "@/lib/db/replicas"
import { ApiError } from "@/lib/http/errors"
import type { RouteParams } from "@/lib/http/request"
import { JSON_TYPE, type KeepPart, RawBody, WithStatus } from "@/lib/http/response"
import { signals } from "@/lib/telemetry/signals"
import type { AnswerSource, Contract, Operation } from "./contract"
import { parseInput, parseQuery } from "./parse"
import { positionHeader, readPosition } from "./read-position"
import type { CacheableResponse } from "./response-cache"
import { type IndexSnapshot, readSnapshot, versionOf } from "./snapshot"

/** An answer with the version that it is right for. */
type KeptAnswer = { version: string; answer: CacheableResponse }

/** For one process. A text takes a byte per character; its bytes and compressed form take up to the same again. */
const MAX_BYTES = 48_000_000
const FORMS = 3
/** For rows that somebody changes by hand past the counters of the index. */
const MAX_AGE_MS = 60_000
/** An entry without its texts. */
const OVERHEAD_BYTES = 500

/** Answers by their request. */
export type AnswerCache = LRUCache<string, KeptAnswer>

const createCache = (): AnswerCache =>
  new LRUCache({
    maxSize: MAX_BYTES,
    ttl: MAX_AGE_MS,
    sizeCalculation: ({ answer }, key) =>
      answer.body.text.length * FORMS + key.length + OVERHEAD_BYTES,
  })

const byPool = new WeakMap<pg.Pool, { cache: AnswerCache }>()

/**
 * The cache to use from before the version is read until the answer is kept. A new connection begins another one:
 * versions belong to one server, and a crashed server may use their numbers again.
 */
export function openAnswerCache(connections = pool()): AnswerCache {
  const holder = byPool.get(connections)
  if (holder) return holder.cache
  const created = { cache: createCache() }
  connections.on("connect", () => {
    created.cache = createCache()
  })
  byPool.set(connections, created)
  return created.cache
}

/** The kept answer where it is right for the version, else a new one. What fails is not kept. */
export async function keepAnswer(
  cache: AnswerCache,
  key: string,
  version: string,
  make: () => Promise<CacheableResponse>,
): Promise<CacheableResponse> {
  const cached = cache.get(key)
  const isHit = cached?.version === version
  signals.emit("cache", "answers", isHit)
  if (isHit) return cached.answer
  const answer = await make()
  cache.set(key, { version, answer })
  return answer
}

export type KeptContract = Contract & { kept: AnswerSource }

export const isKept = (contract: Contract): contract is KeptContract => contract.kept !== undefined

/** The server that an answer is read from, and the versions there. Begun before the caller is known. */
export type Reading = {
  answers: AnswerCache
  at: Promise<IndexSnapshot>
  topics: readonly string[]
  replica: Replica | undefined
}

export function beginReading(
  topics: readonly string[],
  replica: Replica | undefined = undefined,
): Reading {
  // Before the versions are read.
  const answers = openAnswerCache(replica?.pool)
  const at = readSnapshot(topics, replica)
  // Awaited later, where a failure is reported.
  at.catch(() => {})
  return { answers, at, topics, replica }
}

type KeptRequest = {
  operation: Operation & { contract: KeptContract }
  url: string
  params: RouteParams | undefined
  caller: Caller | null
  /** What the caller has seen. */
  shown: Position | null
}

type KeptParts = Omit<CacheableResponse, "position">

/**
 * Answers from the cache where nothing has changed. The parameters' validity also follows from their text, so cached
 * answers need no validation. Where a replica is behind what the caller has seen, or fails, the primary answers.
 */
export async function answerKept(reading: Reading, request: KeptRequest): Promise<KeptParts> {
  const { replica, topics } = reading
  if (!replica) return toAnswer(await read(reading, request), await reading.at)
  try {
    const at = await reading.at
    if (at.located && showsAll(at.located, request.shown)) {
      return toAnswer(await read(reading, request), at)
    }
  } catch (error) {
    if (error instanceof ApiError) throw error
    replica.fail(error)
  }
  const primary = beginReading(topics)
  return toAnswer(await read(primary, request), await primary.at)
}

const toAnswer = (
  { body, headers, position }: CacheableResponse,
  at: IndexSnapshot,
): KeptParts => ({
  body,
  headers: [...headers, ...at.headers, ...(position ? [positionHeader(position)] : [])],
})

async function read(
  { answers, at: position, replica }: Reading,
  { operation, url, params, caller }: KeptRequest,
): Promise<CacheableResponse> {
  const { contract, handler } = operation
  const parse = () =>
    parseInput(contract, { params, query: contract.query && parseQuery(url), body: undefined })
  const at = await position.catch((error: unknown) => {
    // Errors of the request are reported first.
    parse()
    throw error
  })
  const query = url.indexOf("?")
  const search = query < 0 ? "" : url.slice(query)
  const own = contract.isOwn ? { caller } : {}
  const key = `${idOf(operation)} ${own.caller?.wallet ?? ""} ${JSON.stringify(params)} ${search}`
  const version = versionOf(at, contract.kept.clock)
  const make = async (): Promise<CacheableResponse> => {
    const input = { ...parse(), ...own }
    const keepPart = (part: string, makePart: () => Promise<CacheableResponse>) =>
      keepAnswer(answers, part, versionOf(at, "none"), makePart)
    const run = async (position: Position | null): Promise<CacheableResponse> => {
      const headers: [string, string][] = []
      const shown = [position]
      const keep: KeepPart = async (part, makeText) => {
        const kept = await keepPart(part, async () => ({
          body: await makeText(),
          headers: [],
          position,
        }))
        shown.push(kept.position ?? null)
        return kept.body
      }
      const result = await handler({ ...input, keep, headers } as never)
      const newest = shown.reduce((one, other) => latestOf(one, other))
      return { body: encodeResult(contract, result), headers, position: newest }
    }
    return replica ? readFromReplica(replica, at, run) : readFromPrimary(run)
  }
  if (!replica) return keepAnswer(answers, key, version, make)
  // Equal questions of one time are one transaction; on the primary their statements are one.
  return coalesce(`${replica.name} ${key} ${version}`, () =>
    keepAnswer(answers, key, version, make),
  )
}

/** Reads what was shown at the position given, or before it. */
type Run = (position: Position | null) => Promise<CacheableResponse>

async function readFromReplica(replica: Replica, { located }: IndexSnapshot, run: Run) {
  // Behind one address there may be several servers: rows are never older than their versions.
  const answer = await replica.read(located?.position ?? null, run)
  if (!answer) throw new Error("The server is behind the one that was asked for the versions")
  return answer
}

async function readFromPrimary(run: Run): Promise<CacheableResponse> {
  const answer = await run(null)
  // Rows may be newer than their versions: a position of afterwards covers both.
  return { ...answer, position: await readPosition() }
}

const operationIds = new WeakMap<Operation["handler"], number>()
let operationCount = 0

/** A number for each operation: paths may be spelled in several ways. */
function idOf({ handler }: Operation) {
  const id = operationIds.get(handler)
  if (id !== undefined) return id
  operationCount++
  operationIds.set(handler, operationCount)
  return operationCount
}

export function encodeResult({ response }: Contract, result: unknown): RawBody {
  if (result instanceof RawBody) return result
  const { status, value } =
    result instanceof WithStatus ? result : { status: undefined, value: result }
  return new RawBody(JSON.stringify(z.encode(response, value as never)), JSON_TYPE, status)
}
