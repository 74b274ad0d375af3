import type { PoolClient } from "pg"
import { coalesce } from "@/lib/async/coalesce"
import { notePosition } from "@/lib/auth/request-rows"
import { db } from "@/lib/db/client"
import {
  formatPosition,
  latestOf,
  type Position,
  parsePosition,
  positionText,
} from "@/lib/db/position"
import type { Replica, Replicas } from "@/lib/db/replicas"
import { statement } from "@/lib/db/statement"
import { env } from "@/lib/env"
import { ApiError } from "@/lib/http/errors"
import { type ApiRequest, type HeaderReader, readCookie } from "@/lib/http/request"
import { formatCookie } from "@/lib/http/security"
import { log, runningProgram } from "@/lib/telemetry/logger"

/**
 * What a caller has seen, where replicas answer: each answer names its position, programs send the last one back,
 * browsers have that of their last change in a cookie, and that of an API key's last change is stored with the key. A
 * position that somebody makes up leads to the primary, or to a replica that is behind: everybody may read both.
 */
const COOKIE = "atoll_read_position"
/** Longer than any replica lags that is read. */
const COOKIE_SECONDS = 60

/** A further page of a list: the one before may be newer than a replica. */
const FURTHER_PAGE = /[?&](?:cursor|page)=/

let opened: Promise<Replicas> | undefined

/** Loaded and opened where there are some, at the first use: by web servers, as the others read from the primary alone. */
export async function loadReplicas(): Promise<Replicas | null> {
  const url = env().DATABASE_REPLICA_URL
  if (url === undefined || runningProgram() !== "web") return null
  opened ??= import("@/lib/db/replicas").then(({ openReplicas }) => openReplicas(url))
  return opened
}

type Sender = Pick<ApiRequest, "headers" | "url">

/** What the sender has seen, as far as is known; `stored` is that of the API key. */
export function shownTo(headers: HeaderReader, stored: string | null = null): Position | null {
  const texts = [headers.get("x-read-position"), readCookie(headers, COOKIE), stored]
  return texts
    .map((text) => (text === null ? null : parsePosition(text)))
    .reduce((one, other) => latestOf(one, other))
}

/** The replica that may answer; undefined where the primary has to. */
export async function findReplica({ headers, url }: Sender): Promise<Replica | undefined> {
  const all = await loadReplicas()
  if (!all) return undefined
  // A cookie does not say what the page before has shown.
  const isUnknown = parsePosition(headers.get("x-read-position") ?? "") === null
  return isUnknown && FURTHER_PAGE.test(url) ? undefined : all.find(shownTo(headers))
}

/** A snapshot of the replica that has what was shown; null where it has not, or fails. */
export async function openOn(replica: Replica, shown: Position | null): Promise<PoolClient | null> {
  try {
    return (await replica.open(shown))?.client ?? null
  } catch (error) {
    replica.fail(error)
    return null
  }
}

/** Reads public data that is kept for a time, from any server: a replica, and where it fails the primary. */
export async function readAnywhere<T>(work: () => Promise<T>): Promise<T> {
  const replica = (await loadReplicas())?.find(null)
  if (!replica) return work()
  try {
    const answer = await replica.read(null, work)
    if (answer !== null) return answer
  } catch (error) {
    if (error instanceof ApiError) throw error
    replica.fail(error)
  }
  return work()
}

type Header = [string, string]

export const positionHeader = (position: Position): Header => [
  "X-Read-Position",
  formatPosition(position),
]

const selectPosition = statement({}, () => db.selectNoFrom(positionText.as("position")))

/** A position that covers whatever the primary has shown until now; null where there are no replicas. */
export async function readPosition(): Promise<Position | null> {
  if (env().DATABASE_REPLICA_URL === undefined) return null
  const [row] = await coalesce("position of the primary", () => selectPosition({}))
  return row ? parsePosition(row.position) : null
}

/** Headers that keep replicas from answering without what this request has seen or changed on the primary. */
export async function describePosition(changedBy: string | null): Promise<Header[]> {
  if (env().DATABASE_REPLICA_URL === undefined) return []
  try {
    const [noted] = changedBy === null ? [] : await notePosition({ id: changedBy })
    const position = noted?.position ? parsePosition(noted.position) : await readPosition()
    if (!position) return []
    const cookie = formatCookie(COOKIE, formatPosition(position), COOKIE_SECONDS)
    return [positionHeader(position), ["Set-Cookie", cookie]]
  } catch (error) {
    // What the request has done is done.
    log.error(`The position after a request is not known: ${error}`)
    return []
  }
}
