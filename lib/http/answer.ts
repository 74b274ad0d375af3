import { PushBody, toReadableStream } from "./push-body"
import { RawBody } from "./response"

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
