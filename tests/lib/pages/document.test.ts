import { createHash } from "node:crypto"
import { runInNewContext } from "node:vm"
import { brotliDecompressSync, gunzipSync } from "node:zlib"
import { describe, expect, test } from "vitest"
import { chooseEncoding, replaceInPage, toDocument } from "@/lib/pages/document"

// No node is named in the policy.
process.env.PUBLIC_RPC_URL = ""

const NONCE = "secret-of-the-rendering"
const scriptOf = (text: string) => `<script nonce="${NONCE}">${text}</script>`
const sha = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`

const toPage = (html: string, status = 200) =>
  toDocument(
    {
      status,
      headers: {
        "content-type": "text/html; charset=utf-8",
        "set-cookie": "a=b",
        date: "now",
        link: `</a.css>; rel=preload; nonce="${NONCE}"`,
        vary: "rsc, Accept-Encoding, Accept-Encoding",
      },
      body: Buffer.from(html),
    },
    NONCE,
  )

const scriptSources = (policy: string) => /script-src ([^;]*)/.exec(policy)?.[1]?.split(" ")

describe("the policy of a page that many get", () => {
  test("runs the framework's inline scripts by their digests, and no other", () => {
    const page = toPage(
      `<html><script src="/_next/a.js" nonce="${NONCE}" async=""></script>${scriptOf("first()")}` +
        `<script>alert("injected")</script><script nonce="guessed">alert(2)</script></html>`,
    )
    expect(scriptSources(page.policy)).toEqual(["'self'", sha("first()")])
    expect(page.html).not.toContain(NONCE)
    expect(page.html).toContain(
      '<script src="/_next/a.js" async=""></script><script>first()</script>',
    )
  })

  test("has one digest for the data of the page, which is joined", () => {
    const page = toPage(
      scriptOf('self.__next_f.push([1,"one"])') + scriptOf('self.__next_f.push([1," two"])'),
    )
    expect(page.html).toBe("<script>self.__next_f.push([1,'one two'])</script>")
    expect(scriptSources(page.policy)).toEqual(["'self'", sha("self.__next_f.push([1,'one two'])")])
  })

  test("has the data whole, also where markup stands between its parts", () => {
    const [reveal, last] = [scriptOf("reveal()"), scriptOf('self.__next_f.push([1,"o\\""])')]
    const page = toPage(
      `${scriptOf("start()")}${scriptOf('self.__next_f.push([1,"one\\nt"])')}` +
        `${scriptOf('self.__next_f.push([1,"w"])')}<div hidden>late</div>${reveal}${last}<p>end</p>`,
    )
    expect(page.html).toBe(
      "<script>start()</script><script>self.__next_f.push([1,'one\\ntwo\"'])</script>" +
        "<div hidden>late</div><script>reveal()</script><p>end</p>",
    )
    expect(scriptSources(page.policy)).toHaveLength(4)
  })

  test("has data that is not text as it came", () => {
    const scripts = ['self.__next_f.push([1,"one"])', 'self.__next_f.push([3,"AAECAw=="])']
    const page = toPage(scripts.map(scriptOf).join(""))
    expect(page.html).toBe(scripts.map((text) => `<script>${text}</script>`).join(""))
  })

  test.each([
    ["quotes", `{"a":"it's "so""}`],
    ["backslashes", String.raw`{"a":"\\ \" \\\" '\'"}`],
    ["what ends a script, and lines", "</script><script>alert(1)</script>\n\t\u2028\u0000é😀"],
  ])("leaves the data as it is: %s", (_, data) => {
    const literal = JSON.stringify(data).replaceAll("<", "\\u003c")
    const page = toPage(scriptOf(`self.__next_f.push([1,${literal}])`))
    const script = /^<script>(.*)<\/script>$/s.exec(page.html)?.[1] ?? ""
    const pushed: unknown[] = []
    runInNewContext(script, { self: { __next_f: pushed } })
    expect(JSON.stringify(pushed)).toBe(JSON.stringify([[1, data]]))
  })
})

describe("a page", () => {
  test("has the headers of the page, not those of one request", () => {
    expect(toPage("a").headers).toEqual([
      ["content-type", "text/html; charset=utf-8"],
      ["link", "</a.css>; rel=preload"],
      ["vary", "rsc, Accept-Encoding"],
    ])
  })

  test("is compressed once", async () => {
    const page = toPage("text ".repeat(1_000))
    const first = page.encode("br")
    expect(page.encode("br")).toBe(first)
    expect(brotliDecompressSync(await first).toString()).toBe(page.html)
    expect(Buffer.isBuffer(page.encode("br"))).toBe(true)
    expect(gunzipSync(await page.encode("gzip")).toString()).toBe(page.html)
    expect(page.encode("identity").toString()).toBe(page.html)
  })

  test("with another address in it is allowed by other digests", () => {
    const page = toPage(`<p>0xaaa</p>${scriptOf('show("0xaaa")')}${scriptOf("same()")}`, 404)
    const other = replaceInPage(page, "0xaaa", "0xbbb")
    expect(other.html).toBe('<p>0xbbb</p><script>show("0xbbb")</script><script>same()</script>')
    expect(scriptSources(other.policy)).toEqual(["'self'", sha('show("0xbbb")'), sha("same()")])
    expect(other.status).toBe(404)
    expect(other.etag).not.toBe(page.etag)
  })
})

test.each([
  ["gzip, deflate, br, zstd", "br"],
  ["gzip;q=0.5, br;q=0", "gzip"],
  ["deflate", "identity"],
  ["*", "br"],
  ["identity", "identity"],
  [undefined, "identity"],
])("Accept-Encoding %j is answered with %s", (header, encoding) => {
  expect(chooseEncoding(header)).toBe(encoding)
})
