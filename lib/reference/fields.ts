import { type JsonSchema, listSchemas, nameOf } from "./document"

/** A field of a body or an answer; `path` is such as `data[].address`. */
export type FieldRow = { path: string; type: string; isRequired: boolean; note: string }

/** Deeper fields are left to the OpenAPI document. */
const MAX_DEPTH = 4

/** The fields of a schema, including those of nested objects. */
export function listFields(schema: JsonSchema): FieldRow[] {
  return collect(schema, "", 0, [])
}

function collect(
  schema: JsonSchema,
  prefix: string,
  depth: number,
  within: readonly string[],
): FieldRow[] {
  if (depth > MAX_DEPTH) return []
  const { schema: whole, names } = resolve(schema, within)
  if (!whole) return []
  if (whole.items) return collect(whole.items, `${prefix}[]`, depth, names)
  const parts = (whole.anyOf ?? whole.oneOf ?? []).filter(({ type }) => type !== "null")
  const [only] = parts
  if (parts.length === 1 && only) return collect(only, prefix, depth, names)
  const objects = [whole, ...(whole.allOf ?? [])]
  return objects.flatMap(({ properties = {}, required = [] }) =>
    Object.entries(properties).flatMap(([name, property]) => {
      const path = prefix === "" ? name : `${prefix}.${name}`
      const row = {
        path,
        type: describeType(property),
        isRequired: required.includes(name),
        note: describeNote(property),
      }
      return [row, ...collect(property, path, depth + 1, names)]
    }),
  )
}

/** The schema itself, or the one it refers to; null where that contains itself. */
function resolve(schema: JsonSchema, within: readonly string[]) {
  if (schema.$ref === undefined) return { schema, names: within }
  const name = nameOf(schema.$ref)
  if (within.includes(name)) return { schema: null, names: within }
  return { schema: listSchemas()[name] ?? null, names: [...within, name] }
}

/** A short name of the possible types, such as `string or null`. */
export function describeType(schema: JsonSchema): string {
  if (schema.$ref !== undefined) {
    const name = nameOf(schema.$ref)
    const target = listSchemas()[name]
    return target?.properties || target?.oneOf ? name : target ? describeType(target) : name
  }
  if (schema.const !== undefined) return `\`${schema.const}\``
  if (schema.enum) return schema.enum.map((value) => `\`${value}\``).join(", ")
  const parts = schema.anyOf ?? schema.oneOf
  if (parts) return [...new Set(parts.map(describeType))].join(" or ")
  if (schema.allOf) return schema.allOf.map(describeType).join(" and ")
  if (schema.items) return `array of ${describeType(schema.items)}`
  if (schema.format === "date-time") return "ISO 8601 time"
  if (schema.format === "binary") return "file"
  return [schema.type ?? "any"].flat().join(" or ")
}

/** Description, bounds and default in a few words. */
export function describeNote(schema: JsonSchema): string {
  const { schema: whole } = resolve(schema, [])
  const { description, default: fallback, minimum, maximum, maxLength } = { ...whole, ...schema }
  const isBounded = minimum !== undefined && minimum > Number.MIN_SAFE_INTEGER
  const isCapped = maximum !== undefined && maximum < 2 ** 31 - 1
  return [
    description,
    isBounded && `at least ${minimum}`,
    isCapped && `at most ${maximum}`,
    maxLength !== undefined && `at most ${maxLength} characters`,
    fallback !== undefined && `default \`${JSON.stringify(fallback)}\``,
  ]
    .filter((each) => each)
    .join("; ")
}
