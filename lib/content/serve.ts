import { notFound } from "@/lib/http/errors"
import { matchesEtag } from "@/lib/http/response"
import { getBlock, hasBlock } from "./blocks"
import { parseCid } from "./cid"
import { detectFormat } from "./image-format"
import { contentSize, readContent } from "./unixfs"

/** Content never changes: its CID is its digest. */
const CACHE_CONTROL = "public, max-age=31536000, immutable"

/** Stored content must not run scripts on this origin. */
const CONTENT_SECURITY_POLICY = "default-src 'none'; sandbox"

/** GET /ipfs/{cid}: content of the local store, as a stream. */
export async function serveContent(name: string, ifNoneMatch: string | null): Promise<Response> {
  const cid = parseCid(name)
  if (!cid || !(await hasBlock(cid))) throw notFound("NOT_FOUND")
  const etag = `"${name}"`
  const headers = {
    "Cache-Control": CACHE_CONTROL,
    "Content-Security-Policy": CONTENT_SECURITY_POLICY,
    "X-Ipfs-Path": `/ipfs/${name}`,
    ETag: etag,
  }
  if (matchesEtag(ifNoneMatch, etag)) return new Response(null, { status: 304, headers })
  const size = await contentSize(cid, getBlock)
  const pieces = readContent(cid, getBlock)
  const first = await pieces.next()
  const opening = first.done ? new Uint8Array() : first.value
  return new Response(createStream(opening, pieces), {
    headers: {
      ...headers,
      "Content-Type": detectContentType(opening),
      "Content-Length": `${size}`,
    },
  })
}

/** The store holds images and JSON documents. */
function detectContentType(opening: Uint8Array) {
  const format = detectFormat(opening)
  if (format) return `image/${format}`
  return opening[0] === 0x7b ? "application/json; charset=utf-8" : "application/octet-stream"
}

/** Reads the next piece on demand, so that a closed connection ends the reads. */
function createStream(opening: Uint8Array, pieces: AsyncGenerator<Uint8Array>) {
  const source = prepend(opening, pieces)
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await source.next()
        if (done) controller.close()
        else controller.enqueue(value)
      },
      cancel: async () => {
        await source.return()
      },
    },
    { highWaterMark: 0 },
  )
}

async function* prepend(opening: Uint8Array, pieces: AsyncGenerator<Uint8Array>) {
  yield opening
  yield* pieces
}
