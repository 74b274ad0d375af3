import { z } from "zod"
import { ADDRESS_PATTERN } from "@/lib/address"
import { trimText } from "@/lib/readable-text"

/** Limits of integer parameters; SAFE_MAX for times and agent ids. */
export const INT_MAX = 2_147_483_647
export const SAFE_MAX = Number.MAX_SAFE_INTEGER

/** Date in code, ISO 8601 with milliseconds in JSON. */
export const isoDate = z.codec(z.iso.datetime({ precision: 3 }), z.date(), {
  decode: (text) => new Date(text),
  encode: (date) => date.toISOString(),
})

type IntegerValue = bigint | { toFixed(places: number): string }

/** Base units: bigint or Decimal in code, decimal string in JSON, whose numbers lose digits past 2^53. */
export const amount = z.codec(z.string().regex(/^(0|[1-9][0-9]*)$/), z.custom<IntegerValue>(), {
  decode: (text) => BigInt(text),
  encode: (value) => (typeof value === "bigint" ? value.toString() : value.toFixed(0)),
})

/** A row id: bigint in code, number in JSON (ids stay far below 2^53). */
export const rowId = z.codec(z.int().positive(), z.bigint(), {
  decode: (id) => BigInt(id),
  encode: (id) => Number(id),
})

/** An integer NUMERIC, which the driver returns as text. */
export const units = z.string().transform(BigInt)

/** A decimal number without exponent or trailing zeros, as PostgreSQL's trim_scale prints it. */
export const price = z
  .string()
  .regex(/^(0|[1-9][0-9]*)(\.[0-9]*[1-9])?$/)
  .meta({ examples: ["0.005"] })

/** Accepts any case, converts to lower case; checksums are not checked. */
export const address = z
  .string()
  .regex(ADDRESS_PATTERN, "must be 0x followed by 40 hexadecimal digits")
  .toLowerCase()
  .meta({ examples: ["0x70997970c51812dc3a010c7d01b50e0d17dc79c8"] })

/** Accepts any case, converts to lower case. The sync endpoints answer INVALID_TX_HASH themselves. */
export const txHash = z
  .string()
  .regex(/^0x[0-9a-fA-F]{64}$/, "must be 0x followed by 64 hexadecimal digits")
  .toLowerCase()

/** An integer in a query or path: decimal digits only, without sign, fraction or exponent. */
export function integer({ min = 0, max = INT_MAX }: { min?: number; max?: number } = {}) {
  return z
    .codec(z.string().regex(/^[0-9]{1,16}$/, "must be an integer in decimal digits"), z.int(), {
      decode: Number,
      encode: String,
    })
    .refine((value) => value >= min && value <= max, `must be between ${min} and ${max}`)
    .meta({ type: "integer", minimum: min, maximum: max })
}

/** Exactly `true` or `false` in a query. */
export const booleanParam = z
  .codec(z.enum(["true", "false"], "must be true or false"), z.boolean(), {
    decode: (text) => text === "true",
    encode: (value) => (value ? "true" : "false"),
  })
  .meta({ type: "boolean" })

/** A cuid. A malformed id is unknown, hence 404, not 400. */
export const OPAQUE_ID = /^c[a-z0-9]{24}$/

type LengthBounds = { min?: number; max: number }

/** One line of text; normalised, then measured in code points. */
export const singleLineText = ({ min = 0, max }: LengthBounds) => boundedText(cleanLine, min, max)

/** Text of several lines; normalised, then measured in code points. */
export const multiLineText = ({ min = 0, max }: LengthBounds) => boundedText(cleanText, min, max)

function boundedText(clean: (raw: string) => string, min: number, max: number) {
  return z
    .string()
    .overwrite(clean)
    .refine(
      (value) => codePoints(value) >= min,
      min === 1 ? "is required" : `must have at least ${min} characters`,
    )
    .refine((value) => codePoints(value) <= max, `must have at most ${max} characters`)
    .meta({ minLength: min, maxLength: max })
}

// C0 without TAB and LF, DEL and C1, ZERO WIDTH SPACE, BYTE ORDER MARK, bidirectional controls.
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to remove
const STRIPPED = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b\ufeff\u202a-\u202e\u2066-\u2069]/g

/** Text that PostgreSQL cannot store: with a NUL or a lone surrogate. */
export const isUnstorable = (text: string) => /\0|\p{Surrogate}/u.test(text)

/** NFC, LF line ends, no controls, trimmed; empty where nothing can be read, so that a required text is missing. */
export function cleanText(raw: string) {
  return trimText(raw.replace(/\r\n?/g, "\n").replace(STRIPPED, "").normalize("NFC"))
}

/** Like cleanText, with line breaks and tabs replaced by spaces. */
export function cleanLine(raw: string) {
  return cleanText(raw.replace(/\r\n?|[\n\t]/g, " "))
}

/** Length in Unicode code points. */
export function codePoints(value: string) {
  let count = 0
  for (const _ of value) count++
  return count
}
