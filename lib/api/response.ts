import { hash } from "node:crypto"

export const JSON_TYPE = "application/json; charset=utf-8"

/** A body that is ready to be sent, with its entity tag made once however many requests share it. */
export class RawBody {
  #etag: string | undefined

  constructor(
    readonly text: string,
    readonly type = JSON_TYPE,
    readonly status: number | undefined = undefined,
    /** Content-Security-Policy, where the answer is a document. */
    readonly policy: string | undefined = undefined,
  ) {}

  /** Strong: a digest of the very bytes. */
  get etag() {
    this.#etag ??= `"${hash("sha1", this.text, "base64url")}"`
    return this.#etag
  }
}

/** Answers JSON text as it is, for hot reads whose JSON PostgreSQL has built. */
export const rawJson = (text: string) => new RawBody(text)

/** A value to be encoded like any other, answered with another status. */
export class WithStatus<T> {
  constructor(
    readonly status: number,
    readonly value: T,
  ) {}
}

/** Answers a value with one of the contract's `otherStatuses`, such as 503 of health. */
export const withStatus = <T>(status: number, value: T) => new WithStatus(status, value)

/** Answers a page with a policy that says what it may load. */
export const htmlBody = (text: string, policy: string) =>
  new RawBody(text, "text/html; charset=utf-8", undefined, policy)

/** Whether one of the tags the client holds is this one. */
export function matchesEtag(ifNoneMatch: string | null, etag: string) {
  if (ifNoneMatch === null) return false
  if (ifNoneMatch === etag || ifNoneMatch === "*") return true
  return ifNoneMatch.split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag)
}
