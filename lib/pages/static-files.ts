import { readFile, stat } from "node:fs/promises"
import type { IncomingMessage, ServerResponse } from "node:http"
import path from "node:path"
import { promisify } from "node:util"
import { brotliCompress, constants } from "node:zlib"
import { chooseEncoding } from "./document"
import { setOwnHeaders } from "./own-headers"

const compress = promisify(brotliCompress)

/**
 * Compresses in milliseconds for the first request, and in seconds on another thread for a file that is requested
 * again.
 */
const FIRST_QUALITY = 5
const BEST_QUALITY = 11
const REQUESTS_BEFORE_BEST = 3

/** Scripts, styles and drawings of the build: their names change with their content. */
const STATIC_FILE = /^\/_next(\/static\/[\w./~-]+\.(js|css|svg))$/

const TYPES = {
  js: "application/javascript; charset=UTF-8",
  css: "text/css; charset=UTF-8",
  svg: "image/svg+xml",
} as const

type CompressedFile = { etag: string; modified: string; body: Buffer; requests: number }

/**
 * Answers requests for scripts, styles and drawings in Brotli, which the framework does not support: an eighth less
 * than gzip. The framework answers clients that do not accept Brotli, or request a range or a change.
 */
export function createStaticStep(folder: string, distDir: string) {
  const root = path.join(folder, distDir)
  const files = new Map<string, Promise<CompressedFile | null>>()
  let compressing: Promise<unknown> = Promise.resolve()
  const compressBest = (file: CompressedFile, name: string) => {
    // One file at a time, because the other threads are for requests.
    compressing = compressing.then(async () => {
      file.body = await compressFile(await readFile(path.join(root, name)), BEST_QUALITY)
    })
  }
  return async (request: IncomingMessage, response: ServerResponse): Promise<boolean> => {
    const [, name, kind] = STATIC_FILE.exec(request.url ?? "") ?? []
    if (name === undefined || !isKind(kind) || !isAnswered(request, name)) return false
    const loading = files.get(name) ?? loadFile(path.join(root, name))
    files.set(name, loading)
    const file = await loading
    // Names of missing files are not kept, so they cannot fill the memory.
    if (!file) files.delete(name)
    if (!file) return false
    file.requests += 1
    if (file.requests === REQUESTS_BEFORE_BEST) compressBest(file, name)
    send(request, response, file, TYPES[kind])
    return true
  }
}

const isKind = (kind: string | undefined): kind is keyof typeof TYPES =>
  kind !== undefined && kind in TYPES

function isAnswered({ method, headers }: IncomingMessage, name: string) {
  if ((method !== "GET" && method !== "HEAD") || name.includes("..")) return false
  if (headers.range || headers["if-none-match"] || headers["if-modified-since"]) return false
  return chooseEncoding(`${headers["accept-encoding"] ?? ""}`) === "br"
}

async function loadFile(file: string): Promise<CompressedFile | null> {
  try {
    const [text, { size, mtime }] = await Promise.all([readFile(file), stat(file)])
    return {
      // The framework's form of an ETag.
      etag: `W/"${size.toString(16)}-${mtime.getTime().toString(16)}"`,
      modified: mtime.toUTCString(),
      body: await compressFile(text, FIRST_QUALITY),
      requests: 0,
    }
  } catch {
    return null
  }
}

const compressFile = (text: Buffer, quality: number) =>
  compress(text, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
    },
  })

function send(
  request: IncomingMessage,
  response: ServerResponse,
  { etag, modified, body }: CompressedFile,
  type: string,
) {
  setOwnHeaders(request, response)
  response.writeHead(200, {
    "Cache-Control": "public, max-age=31536000, immutable",
    "Accept-Ranges": "bytes",
    "Last-Modified": modified,
    ETag: etag,
    "Content-Type": type,
    Vary: "Accept-Encoding",
    "Content-Encoding": "br",
    "Content-Length": body.length,
  })
  response.end(request.method === "HEAD" ? undefined : body)
}
