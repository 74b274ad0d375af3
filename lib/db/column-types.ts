import type { ColumnType } from "kysely"

/**
 * What the driver returns for a column, and what may be written to it. Integers of 64 bits and numerics
 * are text, as a JavaScript number would lose digits.
 */
export type Int8 = ColumnType<Int8Text, Integer, Integer>
export type Numeric = ColumnType<NumericText, Integer, Integer>
export type Timestamp = ColumnType<Date, Date | string, Date | string>
export type Bytea = ColumnType<Buffer, Uint8Array, Uint8Array>
/** Written as JSON text. */
export type Jsonb<T = unknown> = ColumnType<T, string, string>
export type ListOf<T> =
  T extends ColumnType<infer S, infer I, infer U>
    ? ColumnType<S[], readonly I[], readonly U[]>
    : ColumnType<T[], readonly T[], readonly T[]>

type Integer = string | number | bigint

/**
 * Text in JavaScript that is a number in JSON built by PostgreSQL. Any string may stand in its place; the
 * mark is for `JsonValue` alone.
 */
type Int8Text = string & { readonly __column?: "int8" }
type NumericText = string & { readonly __column?: "numeric" }

/** What PostgreSQL's `row_to_json` makes of a selected value. */
export type JsonValue<T> = T extends null
  ? null
  : T extends Date | Uint8Array
    ? Unencoded
    : T extends string
      ? "__column" extends keyof T
        ? Exclude<T["__column" & keyof T], undefined> extends "int8"
          ? number
          : Unencoded
        : T
      : T extends readonly (infer E)[]
        ? JsonValue<E>[]
        : T extends object
          ? { [K in keyof T]: JsonValue<T[K]> }
          : T

/** A column that needs one of the codecs of lib/db/codecs.ts before it may stand in a JSON answer. */
type Unencoded = { readonly __error: "encode this column with lib/db/codecs" }
