import { type RandomStream, randomStream } from "@/scripts/local/sample/random"

const long = (piece: string, bytes: number) => piece.repeat(Math.floor(bytes / piece.length))

/** Texts that have hurt somebody: whatever becomes of them, nothing may break. */
const KNOWN: readonly string[] = [
  "",
  " ",
  "\n",
  "\0",
  "a\0b",
  "\u0001\u0007\u001b[31mred\u001b[0m\u007f\u0085\u009f",
  "\u200b\u200b\u200b",
  "\ufeff\ufeff",
  "\u202egnp.exe\u202c",
  "\u2066\u2067\u2068\u2069",
  "ab\u200bc\u200dd\u2060e\u00adf",
  "\ud7ff\ue000\ufffd\uffff\ufdd0",
  "👩‍👩‍👧‍👦🏴󠁧󠁢󠁳󠁣󠁴󠁿🇪🇺",
  "שלום العالم مرحبا",
  `z${"\u0300\u0301\u0302\u0316\u0317".repeat(400)}`,
  // Three code points each once it is normalised.
  "\u{1d160}".repeat(700),
  "\ufdfa".repeat(700),
  "İıſK",
  "１２３ ٣٤٥ 𝟙𝟚𝟛",
  "<script>alert(1)</script>",
  `"><img src=x onerror=alert(1)>`,
  "</title></textarea></script><svg/onload=alert(1)>",
  "<!--",
  "]]>",
  "javascript:alert(1)",
  "JaVaScRiPt:alert(1)",
  "java\tscript:alert(1)",
  "data:text/html;base64,PHNjcmlwdD4=",
  "file:///etc/passwd",
  "//elsewhere.example/x",
  "https://",
  "https://[::1",
  "https://user:secret@example.com/",
  "https://127.0.0.1/",
  "https://exa\u200bmple.com",
  "https://xn--.example",
  "https://example.com:99999/",
  "http://\u0000.example",
  "../../../../etc/passwd",
  "..\\..\\windows\\win.ini",
  "%00%2e%2e%2f",
  "' or 1=1; drop table project; --",
  "\\'; select pg_sleep(10); --",
  "%' or '%'='",
  "$1 $2 :name {0} %s %n",
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the text itself is the test
  "${7*7} {{7*7}} #{7*7} <%= 7*7 %>",
  "__proto__",
  "constructor",
  "toString",
  "null",
  "undefined",
  "NaN",
  "true",
  "-0",
  "1e309",
  "0x",
  `0x${"0".repeat(39)}`,
  `0x${"g".repeat(40)}`,
  `0x${"0".repeat(41)}`,
  `0X${"0".repeat(40)}`,
  `0x${"０".repeat(40)}`,
  `0x${"0".repeat(40)}\n`,
  `0x${"0".repeat(64)}`,
  `0x${"f".repeat(66)}`,
  `c${"0".repeat(24)}`,
  "C0MI7Z8P4Q1R5T9W2X6Y3A8BD",
  "99999999999999999999999999",
  "a\r\nSet-Cookie: svc_auth_session=x\r\n\r\nb",
  "[link](javascript:alert(1)) **bold** `code` ![x](https://elsewhere.example/x.png)",
  "$TIDE $$$$ $<script> @@@@ #",
  long("a", 10_001),
  long(" ", 50_000),
  `${long(" ", 50_000)}x`,
  `${long("a", 50_000)}!`,
  long("😀", 40_000),
  long("\u200b", 40_000),
  long("\n", 40_000),
  long("é", 30_000),
]

/** Code points of every kind, lone surrogates left out. */
const RANGES: readonly (readonly [number, number])[] = [
  [0x00, 0x1f],
  [0x20, 0x7e],
  [0x7f, 0xa0],
  [0x300, 0x36f],
  [0x590, 0x6ff],
  [0x2000, 0x206f],
  [0xfe00, 0xfeff],
  [0xfff0, 0xffff],
  [0x1f300, 0x1f6ff],
  [0xe0000, 0xe007f],
  [0x10fff0, 0x10ffff],
]

/** The known ones, and some that nobody has thought of. */
export function hostileTexts(seed: string, count: number): string[] {
  const random = randomStream(seed)
  return [...KNOWN, ...Array.from({ length: count }, () => randomText(random))]
}

function randomText(random: RandomStream) {
  const length = Math.floor(random.logNormal(40, 1.6))
  const points = Array.from({ length: Math.min(length, 5_000) }, () => {
    const [low, high] = RANGES[Math.floor(random.next() * RANGES.length)] ?? [32, 126]
    return Math.floor(random.between(low, high + 1))
  })
  return String.fromCodePoint(...points)
}

/** Halves of a character, which no text may hold. */
export const LONE_SURROGATES: readonly string[] = [
  "\ud800",
  "\udfff",
  "a\udbffb",
  "\udc00\ud800",
  "\u{1f600}\ud83d",
]

type WrongValue = { type: string; value: unknown }

/** Values of every JSON type, for fields that want another. */
export const VALUES: readonly WrongValue[] = [
  { type: "number", value: 0 },
  { type: "number", value: -1 },
  { type: "number", value: 1.5 },
  { type: "number", value: 1e308 },
  { type: "boolean", value: true },
  { type: "boolean", value: false },
  { type: "string", value: "1" },
  { type: "string", value: "" },
  { type: "array", value: [] },
  { type: "array", value: ["text"] },
  { type: "array", value: [[[["text"]]]] },
  { type: "array", value: [null, {}, 1, "x"] },
  { type: "array", value: Array.from({ length: 5_000 }, () => 0) },
  { type: "object", value: {} },
  { type: "object", value: { text: "text" } },
  { type: "object", value: { length: 5, 0: "t", toString: "x", valueOf: 1 } },
  { type: "object", value: JSON.parse(`{"__proto__":{"isPolluted":true},"constructor":{}}`) },
  { type: "object", value: { a: { b: { c: { d: { e: [] } } } } } },
]
