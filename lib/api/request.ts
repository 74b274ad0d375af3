/** What is read of a request's headers, wherever the request comes from. */
export type HeaderReader = {
  get(name: string): string | null
  has(name: string): boolean
}

/** What an operation reads of a request: a `Request` of the platform, or one of our own server (`NodeRequest`). */
export type ApiRequest = {
  readonly method: string
  /** Absolute. */
  readonly url: string
  readonly headers: HeaderReader
  readonly body: ReadableStream<Uint8Array> | null
}
