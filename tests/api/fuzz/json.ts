import { gzipSync } from "node:zlib"
import { randomStream } from "@/scripts/local/sample/random"
import { runs } from "@/tests/helpers/deep"
import { type Case, share } from "./cases"
import type { Field, Operation } from "./operations"
import { hostileTexts, LONE_SURROGATES, VALUES } from "./texts"

const JSON_TYPE = "application/json"
const RANDOM_TEXTS = runs(3, 24)
/**
 * All operations read bodies the same way: each tries every so many of them, others than the one before. The same
 * for the texts of its fields.
 */
const BODY_SHARE = runs(24, 1)
const TEXT_SHARE = runs(12, 1)
/** Of the values that are of another type, or missing. */
const VALUE_SHARE = runs(3, 1)
const CUTS = runs(3, 24)
const FLIPS = runs(3, 24)

/** What can be wrong with the JSON body of an operation, the `at`-th of all. */
export function* jsonCases(operation: Operation, seed: string, at: number): Generator<Case> {
  const { fields, example } = operation
  const whole = JSON.stringify(example)
  yield* share(malformedBodies(whole, seed), at, BODY_SHARE)
  yield* share(wrongContentTypes(whole), at, BODY_SHARE)
  // One optional field at a time, so that none hides behind the refusal of another.
  const needed = fields.flatMap(({ path: [name = ""], isRequired }) => (isRequired ? name : []))
  const base = Object.fromEntries(needed.map((name) => [name, example[name]]))
  for (const [n, field] of fields.entries()) {
    yield* share(wrongValues(base, field), at + n, VALUE_SHARE)
    yield* share(texts(base, field, seed), at + n, TEXT_SHARE)
  }
  const meaning = `{"__proto__":{"isPolluted":true},"constructor":{"prototype":{"isPolluted":true}}`
  yield {
    title: "field names with a meaning",
    body: `${meaning},${whole.slice(1)}`,
    type: JSON_TYPE,
  }
}

/** Bytes that are no JSON object. */
function* malformedBodies(valid: string, seed: string): Generator<Case> {
  const nested = (depth: number) => `{"a":${"[".repeat(depth)}${"]".repeat(depth)}}`
  const refused: Record<string, string | Uint8Array> = {
    "an open bracket": "{",
    "a closing bracket": "}",
    blanks: " \n ",
    "a list": `[${valid}]`,
    "an empty list": "[]",
    null: "null",
    "a text": `"${"x".repeat(100)}"`,
    "a number": "1e999999",
    true: "true",
    "two objects": `${valid}${valid}`,
    "something behind it": `${valid}x`,
    "something before it": `)]}',\n${valid}`,
    "a comment": `/* */${valid}`,
    "a comma too many": `${valid.slice(0, -1)},}`,
    "single quotes": "{'a':1}",
    "no quotes": "{a:1}",
    "not a number": `{"a":NaN}`,
    hexadecimal: `{"a":0x10}`,
    "a line end in a text": '{"a":"\n"}',
    "a zero byte in a text": '{"a":"\0"}',
    "an unknown escape": '{"a":"\\x41"}',
    "half an escape": '{"a":"\\u12"}',
    "33 levels": nested(32),
    "thousands of levels": nested(30_000),
    "thousands of open brackets": "[".repeat(60_000),
    "thousands of open objects": '{"a":'.repeat(12_000),
    "a byte that is no UTF-8": Buffer.concat([Buffer.from('{"a":"'), Buffer.of(0xff, 0x22, 0x7d)]),
    "an overlong form": Buffer.concat([Buffer.from('{"a":"'), Buffer.of(0xc0, 0x80, 0x22, 0x7d)]),
    "an encoded surrogate": Buffer.concat([
      Buffer.from('{"a":"'),
      Buffer.of(0xed, 0xa0, 0x80, 0x22, 0x7d),
    ]),
    "half a character": Buffer.concat([Buffer.from('{"a":"'), Buffer.of(0xe2, 0x82, 0x22, 0x7d)]),
    "UTF-16": Buffer.from(`\ufeff${valid}`, "utf16le"),
    compressed: gzipSync(valid),
    "a surrogate in a name": '{"\\ud800":1}',
    "a surrogate in the deep": '{"a":[{"b":["\\udc00"]}]}',
    "too large": `{"a":"${"x".repeat(65_536)}"}`,
    "far too large": new Uint8Array(1_000_000).fill(0x20),
  }
  for (const [what, body] of Object.entries(refused)) {
    yield { title: what, body, type: JSON_TYPE, isRefused: true }
  }
  const random = randomStream(`${seed} broken`)
  for (let at = 0; at < CUTS; at++) {
    const end = 1 + Math.floor(random.next() * (valid.length - 1))
    yield {
      title: `cut after ${end}`,
      body: valid.slice(0, end),
      type: JSON_TYPE,
      isRefused: true,
    }
  }
  for (let at = 0; at < FLIPS; at++) {
    const bytes = Buffer.from(valid)
    const place = Math.floor(random.next() * bytes.length)
    bytes[place] = Math.floor(random.next() * 256)
    yield { title: `byte ${place} is ${bytes[place]}`, body: bytes, type: JSON_TYPE }
  }
  yield { title: "a number without end", body: `{"a":${"9".repeat(60_000)}}`, type: JSON_TYPE }
  yield { title: "a mark of byte order", body: `\ufeff${valid}`, type: JSON_TYPE }
  yield {
    title: "the same field again and again",
    body: `{${'"a":1,'.repeat(9_000)}${valid.slice(1)}`,
    type: JSON_TYPE,
  }
}

/** A body under another name, of another length than it says, or that breaks off on its way. */
function* wrongContentTypes(valid: string): Generator<Case> {
  const types = [
    null,
    "",
    "text/plain",
    "text/html",
    "application/x-www-form-urlencoded",
    "application/jsonp",
    "application/xml",
    "json",
    "application/json-patch",
    "multipart/form-data",
    "multipart/form-data; boundary=",
    `x${"/".repeat(5_000)}`,
  ]
  for (const type of types)
    yield { title: `as ${type}`.slice(0, 60), body: valid, type, isRefused: true }
  const lengths = ["9999999999", "1e9", "Infinity", "0x7fffffff"]
  for (const length of lengths) {
    const headers = { "content-length": length }
    yield { title: `${length} bytes`, body: valid, type: JSON_TYPE, headers, isRefused: true }
  }
  for (const length of ["", "-1", "0", "1", "NaN", "1.5", "abc"]) {
    const headers = { "content-length": length }
    yield { title: `${length} bytes`, body: valid, type: JSON_TYPE, headers }
  }
  const stream = (what: string, pieces: () => Generator<Uint8Array>): Case => ({
    title: what,
    body: pieces,
    type: JSON_TYPE,
    isRefused: true,
  })
  yield stream("a client that hangs up", function* () {
    yield Buffer.from(valid.slice(0, valid.length / 2))
    throw Object.assign(new Error("aborted"), { code: "ECONNRESET" })
  })
  yield stream("a client that hangs up at once", function* () {
    yield new Uint8Array()
    throw new Error("aborted")
  })
  yield stream("a body without end", function* () {
    for (;;) yield Buffer.alloc(16_384, " ")
  })
}

function* wrongValues(example: object, { path, types, isRequired }: Field): Generator<Case> {
  const name = path.join(".")
  if (types.size > 0) {
    for (const { type, value } of VALUES) {
      const isFitting = types.has(type) || (type === "number" && types.has("integer"))
      yield {
        title: `${name}: ${JSON.stringify(value).slice(0, 40)}`,
        body: JSON.stringify(withValue(example, path, value)),
        type: JSON_TYPE,
        isRefused: !isFitting,
      }
    }
  }
  yield {
    title: `${name}: nothing`,
    body: JSON.stringify(withValue(example, path, undefined)),
    type: JSON_TYPE,
    isRefused: isRequired,
  }
  yield {
    title: `${name}: null`,
    body: JSON.stringify(withValue(example, path, null)),
    type: JSON_TYPE,
    isRefused: isRequired && !types.has("null"),
  }
}

function* texts(example: object, { path, types }: Field, seed: string): Generator<Case> {
  if (!types.has("string")) return
  const name = path.join(".")
  for (const text of LONE_SURROGATES) {
    yield {
      title: `${name}: ${JSON.stringify(text)}`,
      body: JSON.stringify(withValue(example, path, text)),
      type: JSON_TYPE,
      isRefused: true,
    }
  }
  for (const text of hostileTexts(`${seed} ${name}`, RANDOM_TEXTS)) {
    yield {
      title: `${name}: ${JSON.stringify(text).slice(0, 60)}`,
      body: JSON.stringify(withValue(example, path, text)),
      type: JSON_TYPE,
    }
  }
}

/** The body with another value at the path; undefined takes the field out. */
function withValue(
  example: object,
  [name = "", ...below]: readonly string[],
  value: unknown,
): object {
  if (below.length === 0) return { ...example, [name]: value }
  const inner: unknown = Reflect.get(example, name)
  return { ...example, [name]: withValue(Object(inner), below, value) }
}
