import { randomStream } from "@/scripts/local/sample/random"
import { runs } from "@/tests/helpers/deep"
import { createPicture } from "@/tests/helpers/images"
import { type Case, share } from "./cases"
import { hostileFiles } from "./files"
import type { Field, Operation } from "./operations"
import { hostileTexts } from "./texts"

const BOUNDARY = "----tide"
const TYPE = `multipart/form-data; boundary=${BOUNDARY}`
const RANDOM_TEXTS = runs(2, 24)
const CUTS = runs(3, 60)
const FLIPS = runs(3, 60)
/** One of so many files is tried; where a file is optional, one of four times as many. */
const FILE_SHARE = runs(3, 1)

/** All forms are read the same way: each operation tries every so many, others than the one before. */
const FORM_SHARE = runs(3, 1)

/** Form fields that some purpose of the operation accepts. */
const GOOD: Record<string, string> = { purpose: "avatar", description: "Seaweed and salt" }

let cachedFiles: ReturnType<typeof hostileFiles> | undefined

type Part = { head: string; content: Uint8Array | string }

/** Everything that can be wrong with an operation's form. */
export async function* formCases(
  operation: Operation,
  seed: string,
  at: number,
): AsyncGenerator<Case> {
  const file = operation.fields.find(({ isFile }) => isFile)
  if (!file) throw new Error(`${operation.name} takes a form without a file`)
  const image = await createPicture().webp().toBuffer()
  const valid = partsFor(operation, file, image)
  for (const cases of [structures(valid, seed), boundaries(valid), headers(valid), names(valid)])
    yield* share(cases, at, FORM_SHARE)
  yield* share(amounts(valid, file), at, FORM_SHARE)
  // Where a file is not needed, its decoding would only take time.
  const plain = file.isRequired ? valid : without(valid, file)
  for (const [n, field] of operation.fields.entries()) {
    if (!field.isFile) yield* texts(plain, field, { seed, at: n })
  }
  yield* share(fileNames(valid, image, file), at, FORM_SHARE)
  cachedFiles ??= hostileFiles(seed)
  const files = await cachedFiles
  // All forms hand their file to the same decoder: one of them tries everything, with --deep.
  const fileShare = file.isRequired ? FILE_SHARE : 4 * FILE_SHARE
  const tried = files.filter((_, n) => n % fileShare === 0)
  for (const { what, bytes, isRefused } of tried) {
    yield form(what, [...without(valid, file), filePart(file, bytes)], isRefused)
  }
}

const partsFor = ({ fields }: Operation, file: Field, image: Uint8Array): Part[] => [
  ...fields.flatMap(({ path: [name = ""] }) =>
    GOOD[name] === undefined ? [] : [textPart(name, GOOD[name])],
  ),
  filePart(file, image),
]

const textPart = (name: string, content: string | Uint8Array): Part => ({
  head: `Content-Disposition: form-data; name="${name}"`,
  content,
})

const filePart = ({ path: [name = ""] }: Field, content: Uint8Array, filename = "picture.png") => ({
  head: `Content-Disposition: form-data; name="${name}"; filename="${filename}"\r\nContent-Type: image/png`,
  content,
})

const isOf = ({ path: [name = ""] }: Field) => {
  return ({ head }: Part) => head.includes(`name="${name}"`)
}
const without = (parts: readonly Part[], field: Field) => parts.filter((part) => !isOf(field)(part))

function encoded(parts: readonly Part[], boundary = BOUNDARY) {
  const pieces = parts.flatMap(({ head, content }) => [
    Buffer.from(`--${boundary}\r\n${head}\r\n\r\n`),
    Buffer.from(content),
    Buffer.from("\r\n"),
  ])
  return Buffer.concat([...pieces, Buffer.from(`--${boundary}--\r\n`)])
}

const form = (what: string, parts: readonly Part[], isRefused = false): Case => ({
  title: what,
  body: encoded(parts),
  type: TYPE,
  isRefused,
})

/** Bodies that end early, lack bytes or have others. */
function* structures(valid: readonly Part[], seed: string): Generator<Case> {
  const random = randomStream(`${seed} structures`)
  const whole = encoded(valid)
  const bytes = (what: string, body: Uint8Array | string, isRefused = true): Case => ({
    title: what,
    body,
    type: TYPE,
    isRefused,
  })
  // Without the two dashes that close it, the form has no end.
  const most = whole.length - 4
  for (let at = 0; at < CUTS; at++) {
    const end = 1 + Math.floor(random.next() * (at % 2 ? most : Math.min(most, 200)))
    yield bytes(`cut after ${end}`, whole.subarray(0, end))
  }
  for (let at = 0; at < FLIPS; at++) {
    const changed = Buffer.from(whole)
    const place = Math.floor(random.next() * (at % 2 ? changed.length : 200))
    changed[place] = Math.floor(random.next() * 256)
    yield bytes(`byte ${place} is ${changed[place]}`, changed, false)
  }
  const text = whole.toString("latin1")
  yield bytes("line ends of another system", Buffer.from(text.replaceAll("\r\n", "\n"), "latin1"))
  yield bytes("old line ends", Buffer.from(text.replaceAll("\r\n", "\r"), "latin1"))
  yield bytes("JSON", '{"purpose":"avatar"}')
  yield bytes("the last delimiter alone", `--${BOUNDARY}--`)
  yield bytes("the first delimiter alone", `--${BOUNDARY}\r\n`)
  yield bytes("delimiters alone", `--${BOUNDARY}\r\n`.repeat(1_000))
  yield bytes("noise", Buffer.from(Array.from({ length: 50_000 }, () => random.next() * 256)))
  yield bytes("too large", Buffer.alloc(6_291_457, "-"))
  yield bytes("dashes", Buffer.alloc(3_000_000, "-"))
  yield bytes("line ends", Buffer.alloc(3_000_000, "\r\n"))
  yield bytes("delimiters that go on", `\r\n--${BOUNDARY}x`.repeat(100_000))
  yield bytes("text around it", Buffer.concat([Buffer.from("hello\r\n"), whole, whole]), false)
  const stream = (body: () => Generator<Uint8Array>, what: string): Case => ({
    title: what,
    body,
    type: TYPE,
    isRefused: true,
  })
  yield stream(function* () {
    yield whole.subarray(0, whole.length / 2)
    throw Object.assign(new Error("aborted"), { code: "ECONNRESET" })
  }, "a client that hangs up")
  yield stream(function* () {
    yield whole.subarray(0, 300)
    for (;;) yield Buffer.alloc(65_536)
  }, "a form without end")
}

function* boundaries(valid: readonly Part[]): Generator<Case> {
  const types = [
    "multipart/form-data",
    "multipart/form-data;",
    "multipart/form-data; boundary",
    "multipart/form-data; boundary=",
    'multipart/form-data; boundary=""',
    `multipart/form-data; boundary="${BOUNDARY}`,
    `multipart/form-data; boundary=${"x".repeat(71)}`,
    `multipart/form-data; boundary=${"x".repeat(50_000)}`,
    "multipart/form-data; boundary=other",
    `multipart/form-data; boundary=other; boundary=${BOUNDARY}`,
    `multipart/form-data; boundary=${BOUNDARY}x`,
    `multipart/form-data; boundary=${BOUNDARY.slice(1)}`,
    "multipart/form-data; boundary=.*",
    "multipart/form-data; boundary=\t",
    "multipart/form-data; boundary=--",
    `multipart/mixed; boundary=${BOUNDARY}`,
    `multipart/form-data-x; boundary=${BOUNDARY}`,
    `application/json; boundary=${BOUNDARY}`,
    `image/png; boundary=${BOUNDARY}`,
  ]
  for (const type of types) {
    yield { title: `${type.slice(0, 60)}`, body: encoded(valid), type, isRefused: true }
  }
  yield {
    title: "a boundary that stands in the content",
    body: encoded([...valid, textPart("note", `a\r\n--${BOUNDARY}\r\nb`)]),
    type: TYPE,
    isRefused: true,
  }
  yield {
    title: "a boundary in quotes, one without",
    body: encoded(valid),
    type: `multipart/form-data; boundary="${BOUNDARY}"; boundary=x`,
  }
}

/** Parts with too much, too little or the wrong thing before their content. */
function* headers(valid: readonly Part[]): Generator<Case> {
  const disposition = 'Content-Disposition: form-data; name="note"'
  const refused = [
    "Content-Disposition: form-data",
    "Content-Disposition: form-data; filename=x",
    `X: y\r\n`.repeat(2_000) + disposition,
    `X: ${"y".repeat(20_000)}\r\n${disposition}`,
  ]
  for (const head of refused) {
    const what = `a part headed ${JSON.stringify(head).slice(0, 60)}`
    yield form(what, [{ head, content: "x" }, ...valid], true)
  }
  // Parts that are no fields of a form may be left out.
  const either = [
    "",
    "x",
    ":",
    "Content-Type: text/plain",
    "Content-Disposition: attachment; name=note",
    "Content-Disposition:",
    `${disposition}; ${"a=b; ".repeat(1_000)}`,
    `${disposition}\r\nContent-Transfer-Encoding: base64`,
    `${disposition}\r\nContent-Type: multipart/mixed; boundary=inner`,
    `${disposition}\r\nContent-Length: 99999999`,
    `${disposition}\r\n folded: x`,
    `${disposition}\0`,
    disposition.toUpperCase(),
    `${disposition}; name="other"`,
    `${disposition}; filename*=UTF-8''%2e%2e%2fx`,
  ]
  for (const head of either) {
    const what = `a part headed ${JSON.stringify(head).slice(0, 80)}`
    yield form(what, [{ head, content: "eA==" }, ...valid])
  }
  yield {
    title: "headers without end",
    body: `--${BOUNDARY}\r\n${`X-Header: y\r\n`.repeat(100_000)}`,
    type: TYPE,
    isRefused: true,
  }
  yield {
    title: "a header without end",
    body: `--${BOUNDARY}\r\n${disposition}${"x".repeat(1_000_000)}`,
    type: TYPE,
    isRefused: true,
  }
}

function* names(valid: readonly Part[]): Generator<Case> {
  const names = [
    "",
    "__proto__",
    "constructor",
    "toString",
    "hasOwnProperty",
    "length",
    "file[]",
    "file.name",
    "image[0][x]",
    "__proto__[isPolluted]",
    "a\0b",
    "\u202egnp",
    "n".repeat(3_900),
  ]
  for (const name of names) {
    yield form(`a field called ${name.slice(0, 30)}`, [textPart(name, "true"), ...valid])
  }
  for (const name of ["n".repeat(4_096), "😀".repeat(1_100)]) {
    yield form("a field with a huge name", [textPart(name, "x"), ...valid], true)
  }
}

function* amounts(valid: readonly Part[], file: Field): Generator<Case> {
  const many = (count: number, content: string) =>
    Array.from({ length: count }, (_, i) => textPart(`field${i}`, content))
  yield form("33 parts", [...many(33 - valid.length + 1, "x"), ...valid], true)
  yield form("32 parts", [...many(32 - valid.length, "x"), ...valid])
  yield form("a thousand parts", [...many(1_000, "x"), ...valid], true)
  yield form("fifty thousand parts", [...valid, ...many(50_000, "")], true)
  yield form("large parts", [...many(5, "x".repeat(1_000_000)), ...valid])
  yield form("two files", [...valid, ...valid.filter(isOf(file))], true)
  yield form(
    "a file more, under another name",
    [...valid, { head: 'Content-Disposition: form-data; name="x"; filename="y"', content: "z" }],
    true,
  )
  yield form("each field twice", [...without(valid, file), ...valid])
  yield form(
    "each text as a file",
    valid.map(({ head, content }) => ({
      head: head.includes("filename") ? head : `${head}; filename="x.txt"`,
      content,
    })),
    true,
  )
  yield form(
    "the file as a text",
    [...without(valid, file), textPart(file.path[0] ?? "", "a text")],
    true,
  )
}

type Turn = { seed: string; at: number }

/** Each field has a third of the texts: what may stand in them was tried where they are JSON. */
function* texts(valid: readonly Part[], field: Field, { seed, at }: Turn): Generator<Case> {
  const name = field.path[0] ?? ""
  const part = (content: string | Uint8Array) => [...without(valid, field), textPart(name, content)]
  const all = hostileTexts(`${seed} form ${name}`, RANDOM_TEXTS)
  for (const text of all.filter((_, i) => i % 3 === at % 3)) {
    yield form(`${name}: ${JSON.stringify(text).slice(0, 60)}`, part(text))
  }
  const spoiled = {
    "no UTF-8": [0xff, 0xfe],
    overlong: [0xc0, 0x80],
    surrogate: [0xed, 0xa0, 0x80],
  }
  for (const [what, bytes] of Object.entries(spoiled)) {
    yield form(`${name}: ${what}`, part(Buffer.from([0x61, ...bytes])), true)
  }
  yield form(`${name} of a megabyte`, part("x".repeat(1_000_000)), name !== "address")
}

/** A file's name is what its sender says, and nothing is ever called by it. */
function* fileNames(valid: readonly Part[], image: Uint8Array, file: Field): Generator<Case> {
  const names = [
    "",
    ".",
    "..",
    "../../../../tmp/fuzz",
    "..\\..\\fuzz.exe",
    "/etc/passwd",
    "C:\\windows\\win.ini",
    "a/b/c.png",
    "con",
    "x.png\0.html",
    "x.html",
    "x.svg",
    "\u202egnp.exe",
    "%2e%2e%2fx",
    "x;rm -rf .png",
    "$(id).png",
    "n".repeat(3_800),
    "😀.png",
  ]
  for (const name of names) {
    yield form(`a file called ${JSON.stringify(name).slice(0, 40)}`, [
      ...without(valid, file),
      filePart(file, image, name),
    ])
  }
}
