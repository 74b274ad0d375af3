import { USER_TEXT_NOTE } from "@/lib/markdown/note"
import { quoteName, quoteText } from "@/lib/markdown/quote"
import { isMachineMade } from "./quote-data"
import { isRecord } from "./record"

/** A record as a document: a nested list of its fields, in which every text of users is quoted. */
export function writeMarkdown(
  title: string,
  record: Readonly<Record<string, unknown>>,
  vocabulary: ReadonlySet<string>,
): string {
  return [`# ${title}`, "", USER_TEXT_NOTE, "", ...writeFields(record, "", vocabulary), ""].join(
    "\n",
  )
}

function writeFields(
  record: Readonly<Record<string, unknown>>,
  indent: string,
  vocabulary: ReadonlySet<string>,
): string[] {
  return Object.entries(record).flatMap(([name, value]) =>
    value === null || value === undefined || value === ""
      ? []
      : writeField(name, value, indent, vocabulary),
  )
}

function writeField(
  name: string,
  value: unknown,
  indent: string,
  vocabulary: ReadonlySet<string>,
): string[] {
  const label = `${indent}- ${/^\w{1,64}$/.test(name) ? name : quoteName(name)}:`
  const inside = `${indent}  `
  if (Array.isArray(value)) {
    if (value.length === 0) return [`${label} none`]
    const rows = value.flatMap((row, at) => writeField(`${at + 1}`, row, inside, vocabulary))
    return [label, ...rows]
  }
  if (isRecord(value)) return [label, ...writeFields(value, inside, vocabulary)]
  if (typeof value !== "string") return [`${label} ${String(value)}`]
  if (isMachineMade(value, name, vocabulary)) return [`${label} ${value}`]
  if (!value.includes("\n")) return [`${label} ${quoteName(value)}`]
  const quoted = quoteText(value).split("\n")
  return [label, "", ...quoted.map((line) => `${inside}${line}`), ""]
}
