import { isRecord } from "../client/errors"
import type { Action, ActionName } from "../client/types"
import { actionFields } from "../generated/actions"
import { toBaseUnits } from "./assets"
import { UsageError } from "./exit-codes"

type Field = Readonly<Record<string, unknown>>

const isActionName = (name: string): name is ActionName => name in actionFields

/** An action from its name and fields such as `token=0x…`; amounts are decimals such as 12.5. */
export function parseAction(name: string, texts: readonly string[]): Action {
  if (!isActionName(name)) {
    throw new UsageError(
      `There is no action ${name}`,
      `One of: ${Object.keys(actionFields).join(", ")}`,
    )
  }
  const { fields, required } = actionFields[name]
  const byName: Readonly<Record<string, Field>> = fields
  const parsed = Object.fromEntries(texts.map((text) => parseField(text, byName)))
  const missing = required.filter((each) => !(each in parsed))
  if (missing.length > 0) {
    throw new UsageError(`${name} needs ${missing.join(", ")}`, describeFields(name))
  }
  // The service checks the fields against the same document.
  return { ...parsed, action: name } as Action
}

function parseField(text: string, fields: Readonly<Record<string, Field>>): [string, unknown] {
  const at = text.indexOf("=")
  const name = text.slice(0, at)
  const field = fields[name]
  if (at <= 0 || !field)
    throw new UsageError(`${text} is not one of ${Object.keys(fields).join(", ")}, as name=value`)
  return [name, parseValue(text.slice(at + 1), field)]
}

function parseValue(text: string, field: Field): unknown {
  if (isAmount(field)) return toBaseUnits(text)
  switch (field.type) {
    case "integer":
      if (!/^\d{1,15}$/.test(text)) throw new UsageError(`${text} is not a whole number`)
      return Number(text)
    case "boolean":
      if (text !== "true" && text !== "false") throw new UsageError(`${text} is not true or false`)
      return text === "true"
    case "array":
      return parseList(text, field)
    default:
      return text
  }
}

/** Lists of numbers and texts are separated by commas; other lists are JSON. */
function parseList(text: string, { items }: Field): unknown {
  const type = isRecord(items) ? items.type : "string"
  if (type === "integer" || type === "string") {
    const parts = text.split(",")
    return type === "integer" ? parts.map(Number) : parts
  }
  try {
    return JSON.parse(text)
  } catch {
    throw new UsageError(`${text} is not JSON`)
  }
}

const isAmount = ({ type, pattern }: Field) =>
  type === "string" && typeof pattern === "string" && pattern.includes("{0,38}")

/** Names and meanings of an action's fields. */
export function describeFields(name: ActionName): string {
  const { summary, fields, required } = actionFields[name]
  const all: Readonly<Record<string, Field>> = fields
  const isRequired = (each: string) => required.some((other) => other === each)
  const lines = Object.entries(all).map(([each, field]) => {
    const text = typeof field.description === "string" ? ` ${field.description}` : ""
    return `  ${each}${isRequired(each) ? "" : " (optional)"}${text}`
  })
  return `${summary}\n${lines.join("\n")}`
}
