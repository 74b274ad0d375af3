import type { ColumnType } from "kysely"

/**
 * The driver's type of a column, and the types that may be written to it. 64-bit integers and numerics are text,
 * because a JavaScript number would lose digits.
 */
export type Int8 = ColumnType<Int8Text, Integer, Integer>
export type Numeric = ColumnType<NumericText, Integer, Integer>
export type Timestamp = ColumnType<Date, Date | string, Date | string>
export type Bytea = ColumnType<Buffer, Uint8Array, Uint8Array>
/** Written as JSON text. */
export type Jsonb<T = unknown> = ColumnType<T, string, string>
/** A column with a default value may be left out of an insert. */
export type Generated<T> =
  T extends ColumnType<infer S, infer I, infer U>
    ? ColumnType<S, I | undefined, U>
    : ColumnType<T, T | undefined, T>
export type ListOf<T> =
  T extends ColumnType<infer S, infer I, infer U>
    ? ColumnType<S[], readonly I[], readonly U[]>
    : ColumnType<T[], readonly T[], readonly T[]>

type Integer = string | number | bigint

/**
 * Text in JavaScript that is a number in JSON built by PostgreSQL. Any string is assignable; only `JsonSource` reads
 * the mark.
 */
type Int8Text = string & { readonly __column?: "int8" }
type NumericText = string & { readonly __column?: "numeric" }

/**
 * A selection from which `row_to_json` makes a `T`: a number may come from a bigint, but text may not come from a
 * bigint, a numeric, a time or bytes, which need a codec (lib/db/codecs.ts).
 */
export type JsonSource<T> = T extends string
  ? T & { readonly __column?: undefined }
  : T extends number
    ? T | Int8Text
    : T extends readonly (infer E)[]
      ? readonly JsonSource<E>[]
      : T extends object
        ? { [K in keyof T]: JsonSource<T[K]> }
        : T
