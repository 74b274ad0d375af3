import { hash } from "node:crypto"
import { promisify } from "node:util"
import { gzip } from "node:zlib"
import { PushBody, toReadableStream } from "./push-body"

const compress = promisify(gzip)

export const JSON_TYPE = "application/json; charset=utf-8"

/** An encoded body. Its bytes, its entity tag and its compressed form are made once for all requests that share it. */
export class RawBody {
  #etag: string | undefined
  #bytes: Buffer<ArrayBuffer> | undefined
  #gzip: Promise<Buffer> | undefined

  constructor(
    readonly text: string,
    readonly type = JSON_TYPE,
    readonly status: number | undefined = undefined,
  ) {}

  /** A strong entity tag: the digest of the bytes. */
  get etag() {
    this.#etag ??= `"${hash("sha1", this.text, "base64url")}"`
    return this.#etag
  }

  get bytes() {
    this.#bytes ??= Buffer.from(this.text)
    return this.#bytes
  }

  get gzip(): Promise<Buffer> {
    this.#gzip ??= compress(this.bytes)
    return this.#gzip
  }
}

/** Answers with the text that was kept under this key while no row has changed, else with what `make` makes. */
export type KeepPart = (key: string, make: () => Promise<RawBody>) => Promise<RawBody>

/** JSON text sent as it is, for hot reads whose JSON PostgreSQL has built. */
export const rawJson = (text: string) => new RawBody(text)

/** A value with a status other than the contract's. */
export class WithStatus<T> {
  constructor(
    readonly status: number,
    readonly value: T,
  ) {}
}

/** Responds with one of the contract's `otherStatuses`, such as 503 of health. */
export const withStatus = <T>(status: number, value: T) => new WithStatus(status, value)

/** Whether If-None-Match contains the entity tag. */
export function matchesEtag(ifNoneMatch: string | null, etag: string) {
  if (ifNoneMatch === null) return false
  if (ifNoneMatch === etag || ifNoneMatch === "*") return true
  return ifNoneMatch.split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag)
}

/** An answer before a server sends it. A body that is a stream is read once. */
export type Answer = {
  status: number
  headers: readonly (readonly [string, string])[]
  body: RawBody | PushBody | ReadableStream<Uint8Array> | null
}

/** An answer as the framework's route handlers give it. */
export function toResponse({ status, headers, body }: Answer): Response {
  // Bytes, because text would add a Content-Type.
  const response = new Response(toPlatformBody(body), { status })
  // Appending costs half as much as passing the pairs to the constructor.
  for (const [name, value] of headers) response.headers.append(name, value)
  return response
}

function toPlatformBody(body: Answer["body"]) {
  if (body instanceof PushBody) return toReadableStream(body)
  return body instanceof RawBody ? body.bytes : body
}
