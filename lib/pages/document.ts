import { createHash } from "node:crypto"
import { promisify } from "node:util"
import { brotliCompress, constants, gzip } from "node:zlib"
import { takesCoding } from "@/lib/http/negotiation"
import { pruneData } from "./flight"
import { minifyBody } from "./minify"
import { hashedPageCsp } from "./page-csp"
import type { Rendering } from "./render"

const compressGzip = promisify(gzip)
const compressBrotli = promisify(brotliCompress)

type Effort = { gzip: number; brotli: number }

/** Smaller by a fifth than the fastest, in a few milliseconds of another thread. */
const ONCE_FOR_MANY: Effort = { gzip: 6, brotli: 5 }
const FOR_ONE_REQUEST: Effort = { gzip: 1, brotli: 1 }

export type Encoding = "br" | "gzip" | "identity"

/** The text is kept where `replaceInPage` may need it: of pages that are missing. */
type InlineScript = { text: string; digest: string }

/** Headers of the framework that belong to the page, not to a single request for it. */
const KEPT_HEADERS = ["content-type", "cache-control", "link", "retry-after", "location"]

/** A rendered page in the form that all visitors receive. */
export class PageDocument {
  readonly etag: string
  #policy: string | undefined
  readonly #encoded = new Map<Encoding, Buffer | Promise<Buffer>>()

  constructor(
    readonly status: number,
    readonly headers: readonly (readonly [string, string])[],
    readonly html: string,
    readonly scripts: readonly InlineScript[],
    readonly effort = ONCE_FOR_MANY,
  ) {
    const body = Buffer.from(html)
    // Weak, as the bytes differ by encoding.
    this.etag = `W/"${createHash("sha1").update(body).digest("base64url")}"`
    this.#encoded.set("identity", body)
  }

  get policy() {
    this.#policy ??= hashedPageCsp(this.scripts.map(({ digest }) => digest))
    return this.#policy
  }

  /** Whether it may be sent to other visitors, and again. */
  get isKeepable() {
    return this.status === 200 || this.status === 404
  }

  /** Approximate size of all its forms: text, bytes, compressed. */
  get bytes() {
    return 1 + this.html.length * 4
  }

  /** Compresses once; a promise only until that has been done. */
  encode(encoding: Encoding): Buffer | Promise<Buffer> {
    const cached = this.#encoded.get(encoding)
    if (cached) return cached
    const encoded = compress(Buffer.from(this.html), encoding, this.effort).then((bytes) => {
      this.#encoded.set(encoding, bytes)
      return bytes
    })
    this.#encoded.set(encoding, encoded)
    return encoded
  }
}

function compress(body: Buffer, encoding: Encoding, effort: Effort): Promise<Buffer> {
  if (encoding === "gzip") return compressGzip(body, { level: effort.gzip })
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: effort.brotli,
    [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
  }
  return compressBrotli(body, { params })
}

/**
 * Makes the page of a rendering whose own scripts carry `nonce`: only those are allowed, by their digests. A script
 * that got into the document in another way has no nonce, and is not run.
 */
export function toDocument({ status, headers, body }: Rendering, nonce: string): PageDocument {
  // A failed page has no markup: everything comes from its data.
  const rendered = status < 500 ? shortenData(body.toString(), nonce) : body.toString()
  const inline = findScripts(rendered, nonce)
  const scripts = status === 404 ? inline : inline.map((script) => ({ ...script, text: "" }))
  const whole = rendered.replaceAll(` nonce="${nonce}"`, "")
  // Where texts are replaced afterwards, attribute values keep their quotes.
  const html = status === 200 ? minifyBody(whole) : whole
  const kept = KEPT_HEADERS.flatMap((name) => {
    const value = headers[name]
    return value === undefined ? [] : [[name, withoutNonce(`${value}`, nonce)] as const]
  })
  return new PageDocument(status, [...kept, ["vary", varyOf(headers)]], html, scripts)
}

function varyOf({ vary }: Rendering["headers"]) {
  const names = new Set(`${vary ?? ""}`.split(/\s*,\s*/).filter(Boolean))
  return [...names.add("Accept-Encoding")].join(", ")
}

/** Removes the nonce from the links to the page's resources. */
const withoutNonce = (header: string, nonce: string) => header.replaceAll(`; nonce="${nonce}"`, "")

/**
 * The page's data is JSON in a string. It comes in many scripts, because it is streamed, even between parts of the
 * markup; here the first script gets all of it. Data that the markup already holds is left out, and in single quotes
 * its many double quotes need no escape.
 */
function shortenData(html: string, nonce: string) {
  const script = `<script nonce="${nonce}">self.__next_f.push([`
  const [before = "", ...scripts] = html.split(`${script}${TEXT_DATA},`)
  if (scripts.length === 0 || html.includes(`${script}${BINARY_DATA},`)) return html
  const literals: string[] = []
  const rest: string[] = []
  for (const each of scripts) {
    const end = each.indexOf(END_OF_DATA)
    if (end < 0) return html
    literals.push(each.slice(1, end))
    rest.push(each.slice(end + END_OF_DATA.length))
  }
  const data = `${JSON.parse(`"${literals.join("")}"`)}`
    .replaceAll(`,"nonce":"${nonce}"`, "")
    .replaceAll(`,{"nonce":"${nonce}"}`, "")
  const text = escapeScript(tryPruneData(data)).slice(1, -1)
  const shorter = text.includes("\\\\")
    ? text.replace(/\\(.)|'/g, (match) => QUOTES[match] ?? match)
    : text.replaceAll("'", "\\'").replaceAll('\\"', '"')
  return `${before}${script}${TEXT_DATA},'${shorter}'])</script>${rest.join("")}`
}

/** Named in the framework: next/dist/server/app-render/use-flight-response.js */
const TEXT_DATA = 1
const BINARY_DATA = 3

/** In data `<` is escaped. */
const END_OF_DATA = '"])</script>'

/** The format is React's own: should it change, pages are larger and work. */
function tryPruneData(data: string) {
  try {
    return pruneData(data)
  } catch (error) {
    console.error("The data of a page could not be read:", error)
    return data
  }
}

/** A string for a script in a document. */
const escapeScript = (text: string) =>
  JSON.stringify(text).replace(
    /[<\u2028\u2029]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`,
  )

const QUOTES: Readonly<Record<string, string>> = { '\\"': '"', "'": "\\'" }

function findScripts(html: string, nonce: string): InlineScript[] {
  const scripts = new Map<string, InlineScript>()
  for (const [, attributes = "", text = ""] of html.matchAll(
    /<script\b([^>]*)>(.*?)<\/script>/gs,
  )) {
    if (!attributes.includes(` nonce="${nonce}"`) || text === "") continue
    scripts.set(text, { text, digest: digest(text) })
  }
  return [...scripts.values()]
}

const digest = (script: string) => createHash("sha256").update(script).digest("base64")

/** The same page with one text replaced: the text occurs once, and its replacement needs no encoding. */
export function replaceInPage(page: PageDocument, former: string, present: string): PageDocument {
  const scripts = page.scripts.map((script) => {
    if (!script.text.includes(former)) return script
    const text = script.text.replaceAll(former, present)
    return { text, digest: digest(text) }
  })
  const html = page.html.replaceAll(former, present)
  return new PageDocument(page.status, page.headers, html, scripts, FOR_ONE_REQUEST)
}

/** The encoding to answer with: the smallest that the client takes. */
export function chooseEncoding(header: string | undefined): Encoding {
  if (takesCoding(header, "br")) return "br"
  return takesCoding(header, "gzip") ? "gzip" : "identity"
}
