import type { JsonSchema } from "@/lib/api/json-schema"
import { isOwnAsset, quoteText } from "./quote-text"

/** Numbers, addresses, hashes, times, and shares as `<market>:<outcomeId>`. */
const MACHINE_MADE =
  /^(?:[+-]?\d{1,80}(?:\.\d{1,80})?|0x[0-9a-fA-F]{0,64}(?::\d{1,10})?|\d{4}-\d\d-\d\dT[\d:.]{5,12}Z)$/

/** Fields that only the service writes, in an alphabet without spaces. */
const SERVICE_FIELDS = /^(?:id|kind|postId|commentId|cursor|nextCursor|code|requestId)$/
const TOKEN = /^[\w=.-]{1,256}$/

/** Calldata and signed transactions are long. */
const BYTES = /^0x[0-9a-f]*$/

/** Values as JSON in which every text a user may have written is marked, and cannot leave its marks. */
export function quoteData(value: unknown, vocabulary: ReadonlySet<string>): string {
  const write = (each: unknown, field: string): string => {
    if (Array.isArray(each)) return `[${each.map((one) => write(one, field)).join(",")}]`
    if (typeof each === "object" && each !== null) {
      const pairs = Object.entries(each).filter(([, one]) => one !== undefined)
      return `{${pairs.map(([name, one]) => `${quoteName(name)}:${write(one, name)}`).join(",")}}`
    }
    if (typeof each !== "string") return JSON.stringify(each ?? null)
    return isMachineMade(each, field, vocabulary) ? JSON.stringify(each) : quoteText(each)
  }
  return write(value, "")
}

/** Whether a user cannot have chosen the text, or only among harmless values. */
export const isMachineMade = (text: string, field: string, vocabulary: ReadonlySet<string>) =>
  text === "" ||
  MACHINE_MADE.test(text) ||
  BYTES.test(text) ||
  vocabulary.has(text) ||
  isOwnAsset(text) ||
  (SERVICE_FIELDS.test(field) && TOKEN.test(text))

const quoteName = (name: string) =>
  /^\w{1,64}$/.test(name) ? JSON.stringify(name) : quoteText(name)

/** Every word that a schema itself contains: these belong to the service, wherever they occur. */
export function vocabularyOf(schema: JsonSchema): Set<string> {
  const words = new Set<string>()
  const visit = ({ enum: values = [], const: only, ...inner }: JsonSchema) => {
    for (const word of [...values, only]) if (typeof word === "string") words.add(word)
    const { properties = {}, items, anyOf = [], oneOf = [], allOf = [] } = inner
    for (const each of [...Object.values(properties), ...anyOf, ...oneOf, ...allOf]) visit(each)
    if (items) visit(items)
  }
  visit(schema)
  return words
}
