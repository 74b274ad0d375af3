import { type Expression, type RawBuilder, sql } from "kysely"

/** SQL that writes columns into JSON answers. Null stays null. */

type TextOf<T> = RawBuilder<string | Extract<T, null>>
type NumberOf<T> = RawBuilder<number | Extract<T, null>>

/** An integer too large for a JSON number, as text: base units, for the most part. */
export const integerText = <T extends string | null>(value: Expression<T>): TextOf<T> =>
  sql`${value}::text`

/** An integer of 18 decimals as a decimal number, without trailing zeros. */
export const decimalText = <T extends string | null>(value: Expression<T>): TextOf<T> =>
  sql`trim_scale(${value} * 1e-18)::text`

/** ISO 8601 with milliseconds and Z. */
export const isoText = <T extends Date | null>(value: Expression<T>): TextOf<T> =>
  sql`to_char(${value} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** Bytes in hexadecimal with 0x. */
export const hexText = <T extends Uint8Array | null>(value: Expression<T>): TextOf<T> =>
  sql`'0x' || encode(${value}, 'hex')`

export const unixMilliseconds = <T extends Date | null>(value: Expression<T>): NumberOf<T> =>
  sql`(extract(epoch from ${value}) * 1000)::float8`

export const unixSeconds = <T extends Date | null>(value: Expression<T>): NumberOf<T> =>
  sql`extract(epoch from ${value})::int`

/** A number as JavaScript knows it. */
export const double = <T extends string | null>(value: Expression<T>): NumberOf<T> =>
  sql`${value}::float8`

/** `= anyOf(texts)`: one parameter, however many there are. */
export const anyOf = (texts: readonly string[]): RawBuilder<string> => sql`any(${texts}::text[])`

/** LIKE takes `%`, `_` and `\` of the result as themselves. */
export const escapeLike = (text: string) => text.replace(/[\\%_]/g, "\\$&")
