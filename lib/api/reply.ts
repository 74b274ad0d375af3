import { hash } from "node:crypto"

/** A body that is ready to be sent, with its entity tag made once however many requests share it. */
export class Prepared {
  #etag: string | undefined

  constructor(
    readonly text: string,
    readonly type = "application/json; charset=utf-8",
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
export const json = (text: string) => new Prepared(text)

/** Answers a value with another status than the contract's first, such as 503 of health. */
export const withStatus = (status: number, value: unknown) =>
  new Prepared(JSON.stringify(value), undefined, status)

/** Answers a page with a policy that says what it may load. */
export const html = (text: string, policy: string) =>
  new Prepared(text, "text/html; charset=utf-8", undefined, policy)

/** Whether one of the tags the client holds is this one. */
export function isHeld(ifNoneMatch: string | null, etag: string) {
  if (ifNoneMatch === null) return false
  if (ifNoneMatch === etag || ifNoneMatch === "*") return true
  return ifNoneMatch.split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag)
}
