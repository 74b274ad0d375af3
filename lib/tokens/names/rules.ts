import { KINDS, KINDS_1, LETTERS, LETTERS_1 } from "./tables"

/** Why the contracts reject a name, in the order of the checks. */
export type NameFault = "empty" | "long" | "invisible" | "spaces" | "marks" | "reserved"

export type NameRules = {
  maxBytes: number
  /** Symbols have no spaces. */
  allowsSpaces: boolean
  /** Whether USDB and TIDE are rejected; options of a market may have these names. */
  refusesReserved: boolean
}

/** Names that the factory and the markets accept; contracts/src/tokens/Label.sol is the twin. */
export const NAME_RULES = { maxBytes: 128, allowsSpaces: true, refusesReserved: true } as const
export const SYMBOL_RULES = { maxBytes: 32, allowsSpaces: false, refusesReserved: true } as const
export const OPTION_RULES = { maxBytes: 64, allowsSpaces: true, refusesReserved: false } as const

const MAX_DIACRITICS = 2
const MAX_MARKS = 4

/** The first fault of a name; null if the contracts accept it. */
export function findNameFault(name: string, kind: NameRules): NameFault | null {
  if (name === "") return "empty"
  if (new TextEncoder().encode(name).length > kind.maxBytes) return "long"
  const fault =
    findInvisibleFault(name) ?? findSpaceFault(name, kind.allowsSpaces) ?? findMarkFault(name)
  return fault ?? (kind.refusesReserved && isReserved(name) ? "reserved" : null)
}

const faultMessages: Record<Exclude<NameFault, "long" | "spaces">, string> = {
  empty: "It is empty.",
  invisible:
    "It has characters that cannot be seen, such as special blanks, joiners or emoji variants.",
  marks: "It has accents stacked on each other, or one without a letter.",
  reserved: "USDB and TIDE, and what looks like them, are reserved.",
}

/** One sentence per reason. */
function describeNameFault(fault: NameFault, { maxBytes, allowsSpaces }: NameRules): string {
  if (fault === "long") return `At most ${maxBytes} bytes; letters beyond a–z may take several.`
  if (fault !== "spaces") return faultMessages[fault]
  return allowsSpaces ? "Only single spaces, and none at the ends." : "A symbol has no spaces."
}

/** Message for an invalid name; null if the contracts accept it. */
export function validateName(name: string, kind: NameRules): string | null {
  const fault = findNameFault(name, kind)
  return fault && describeNameFault(fault, kind)
}

function findInvisibleFault(name: string): NameFault | null {
  // A half of a surrogate pair cannot be written as UTF-8.
  if (/\p{Surrogate}/u.test(name)) return "invisible"
  return toCodePoints(name).some((point) => classifyCodePoint(point) === "refused")
    ? "invisible"
    : null
}

function findSpaceFault(name: string, allowsSpaces: boolean): NameFault | null {
  const isWrong = allowsSpaces ? /^ | {2}| $/.test(name) : name.includes(" ")
  return isWrong ? "spaces" : null
}

function findMarkFault(name: string): NameFault | null {
  // Number of consecutive marks; null where no character can carry a mark.
  let marks: number | null = null
  for (const point of toCodePoints(name)) {
    if (classifyCodePoint(point) !== "mark") {
      marks = point === 0x20 ? null : 0
      continue
    }
    if (marks === null || ++marks > (isDiacritic(point) ? MAX_DIACRITICS : MAX_MARKS)) {
      return "marks"
    }
  }
  return null
}

/** Whether a name reads as USDB or TIDE; contracts/src/tokens/ReservedNames.sol is the twin. */
export function isReserved(name: string): boolean {
  const letters = toCodePoints(name)
    .filter((point) => point !== 0x20 && classifyCodePoint(point) !== "mark")
    .map(toReservedLetter)
  return ["USDB", "TIDE"].includes(letters.join(""))
}

type CodePointClass = "visible" | "mark" | "refused"

function classifyCodePoint(point: number): CodePointClass {
  if (point < 0x80) return point < 0x20 || point === 0x7f ? "refused" : "visible"
  if (point > 0x3ffff || (point & 0xfffe) === 0xfffe) return "refused"
  if (point >= 0xe000 && point < 0xf900) return "refused"
  if (point > 0x1ffff) return "visible"
  const kind = findRun(point < 0x10000 ? KINDS : KINDS_1, point, 0x7f)
  if (kind === null) return "visible"
  return kind & 0x80 ? "mark" : "refused"
}

/** Whether a mark can be combined with any letter. */
const isDiacritic = (point: number) =>
  point < 0x591 || DIACRITICS.some(([first, last]) => point >= first && point <= last)

const DIACRITICS = [
  [0x1ab0, 0x1aff],
  [0x1dc0, 0x1dff],
  [0x20d0, 0x20ff],
  [0xfe20, 0xfe2f],
] as const

/** The letter of a reserved name that a character passes for; "-" for none. */
function toReservedLetter(point: number): string {
  if (point < 0x80) return toAsciiLetter(String.fromCodePoint(point))
  if (point >= 0x1d400 && point <= 0x1d7ff) return toMathematicalLetter(point)
  if (point > 0x1ffff) return "-"
  const entry = findRun(point < 0x10000 ? LETTERS : LETTERS_1, point, 0x1f)
  return entry === null ? "-" : ("USDBTIE"[entry >> 5] ?? "-")
}

function toAsciiLetter(char: string): string {
  if ("1l|".includes(char)) return "I"
  const upper = char.toUpperCase()
  return "USDBTIE".includes(upper) ? upper : "-"
}

/** Thirteen alphabets of 52 letters, two letters without dots, five of 58 Greek ones, digits. */
function toMathematicalLetter(point: number): string {
  if (point < 0x1d6a4) {
    const place = (point - 0x1d400) % 52
    return toAsciiLetter(String.fromCodePoint(place < 26 ? 0x41 + place : 0x61 + place - 26))
  }
  if (point === 0x1d6a4) return "I"
  if (point >= 0x1d7ce) return (point - 0x1d7ce) % 10 === 1 ? "I" : "-"
  if (point < 0x1d6a8 || point > 0x1d7cb) return "-"
  return GREEK[(point - 0x1d6a8) % 58] ?? "-"
}

const GREEK: Readonly<Record<number, string>> = {
  1: "B",
  4: "E",
  8: "I",
  19: "T",
  20: "U",
  34: "I",
  46: "U",
}

/**
 * The second byte of the run that holds a code point; null when none does. Entries have six hex digits: the
 * first code point without its plane, then a byte whose bits in `lengthMask` are the length less 1.
 */
function findRun(table: string, point: number, lengthMask: number): number | null {
  const low = point & 0xffff
  let [from, to] = [0, table.length / 6]
  while (from < to) {
    const middle = (from + to) >> 1
    if (readEntry(table, middle) >> 8 <= low) from = middle + 1
    else to = middle
  }
  if (from === 0) return null
  const entry = readEntry(table, from - 1)
  return low - (entry >> 8) <= (entry & lengthMask) ? entry & 0xff : null
}

const readEntry = (table: string, index: number) =>
  Number.parseInt(table.slice(index * 6, index * 6 + 6), 16)

const toCodePoints = (text: string) => [...text].map((char) => char.codePointAt(0) ?? 0)
