import type { Contract } from "@/lib/api/contract"
import { type JsonSchema, toInlinedSchema } from "@/lib/api/json-schema"
import type { Operations } from "./operations"
import { operationsOf, type ToolSpec } from "./tool"

/** How deep schemas are described: a model reads the answer itself. */
const INPUT_DEPTH = 4
const OUTPUT_DEPTH = 2
const VOCABULARY_DEPTH = 8

export type ObjectSchema = JsonSchema & { type: "object"; properties: Record<string, JsonSchema> }

/** The arguments of a tool: parameters, query and body of its operations, and what the tool adds. */
export function describeInput(spec: ToolSpec, operations: Operations): ObjectSchema {
  const each = operationsOf(spec).map((name) => fieldsOf(operations[name].contract))
  const hidden = new Set([...Object.keys(spec.fixed ?? {}), ...(spec.omitted ?? [])])
  const properties: Record<string, JsonSchema> = {}
  for (const fields of each) {
    for (const [name, schema] of Object.entries(fields.properties)) {
      if (!hidden.has(name)) properties[name] ??= withDefault(schema, spec.defaults?.[name])
    }
  }
  const required = Object.keys(properties).filter((name) =>
    each.every((fields) => fields.required?.includes(name)),
  )
  const own = ownArguments(spec)
  return {
    type: "object",
    properties: { ...own.properties, ...properties },
    ...orNothing("required", [...own.required, ...required]),
    additionalProperties: false,
  }
}

const orNothing = (name: "required", names: string[]) => (names.length > 0 ? { [name]: names } : {})

function withDefault(schema: JsonSchema, value: string | undefined): JsonSchema {
  if (value === undefined) return schema
  return { ...schema, default: schema.type === "integer" ? Number(value) : value }
}

function ownArguments({ operation, parts, included = [] }: ToolSpec) {
  const properties: Record<string, JsonSchema> = {}
  const required: string[] = []
  if (typeof operation !== "string") {
    const { argument, description, operations } = operation
    properties[argument] = { type: "string", enum: Object.keys(operations), description }
    required.push(argument)
  }
  if (parts) {
    properties.include = {
      type: "array",
      items: { type: "string", enum: Object.keys(parts) },
      default: [...included],
    }
  }
  return { properties, required }
}

function fieldsOf({ params, query, body }: Contract): ObjectSchema {
  const schemas = [params, query, body].flatMap((schema) =>
    schema ? [toObject(toInlinedSchema(schema, INPUT_DEPTH))] : [],
  )
  const [first] = schemas
  return {
    type: "object",
    properties: Object.assign({}, ...schemas.map(({ properties }) => properties)),
    required: schemas.flatMap(({ required = [] }) => required),
    ...(first?.description && { description: first.description }),
  }
}

/** Models accept no choice of objects as arguments: all fields of all variants, with what each variant takes. */
function toObject({
  oneOf,
  anyOf = oneOf,
  properties = {},
  required = [],
}: JsonSchema): ObjectSchema {
  if (!anyOf) return { type: "object", properties: mapValues(properties, tidy), required }
  const variants = anyOf.map(({ properties: fields = {}, required: names = [] }) => ({
    fields,
    names,
  }))
  const merged: Record<string, JsonSchema[]> = {}
  for (const { fields } of variants) {
    for (const [name, schema] of Object.entries(fields)) {
      merged[name] = [...(merged[name] ?? []), schema]
    }
  }
  return {
    type: "object",
    properties: mapValues(merged, mergeSchemas),
    required: Object.keys(merged).filter((name) =>
      variants.every(({ names }) => names.includes(name)),
    ),
  }
}

const mapValues = <A, B>(from: Record<string, A>, change: (value: A) => B): Record<string, B> =>
  Object.fromEntries(Object.entries(from).map(([name, value]) => [name, change(value)]))

/** What the field is in every variant; of constants each one. */
function mergeSchemas(schemas: JsonSchema[]): JsonSchema {
  const [first = {}] = schemas
  const constants = schemas.flatMap((schema) => (schema.const === undefined ? [] : [schema.const]))
  if (constants.length > 0) return { type: "string", enum: constants }
  const isClosed = schemas.every((schema) => schema.enum)
  const words = isClosed ? [...new Set(schemas.flatMap((schema) => schema.enum ?? []))] : []
  const same = <T>(read: (schema: JsonSchema) => T) =>
    new Set(schemas.map((schema) => JSON.stringify(read(schema)))).size === 1
  return tidy({
    ...(same(({ type }) => type) && first.type && { type: first.type }),
    ...(words.length > 0 && { enum: words }),
    ...(first.items && { items: first.items }),
    ...(same((schema) => schema.default) && { default: first.default }),
    ...(same(({ description }) => description) &&
      first.description && { description: first.description }),
  })
}

/** Without what a model does not need: patterns, examples, the texts that stand for a boolean. */
function tidy(schema: JsonSchema): JsonSchema {
  const { type, description, enum: words, items, properties, required } = schema
  return {
    ...(type && { type }),
    ...(description && { description }),
    ...(words && type !== "boolean" && { enum: words }),
    ...(schema.default !== undefined && { default: schema.default }),
    ...(items && { items: tidy(items) }),
    ...(properties && { properties: mapValues(properties, tidy) }),
    ...(required && { required }),
  }
}

/** "token.buy: token, amount; …" of a body that is a choice; optional fields with a question mark. */
export function describeVariants({ body }: Contract): string | undefined {
  if (!body) return undefined
  const { oneOf, anyOf = oneOf } = toInlinedSchema(body, INPUT_DEPTH)
  const common = new Set(["action", "wallet", "slippageBp"])
  return anyOf
    ?.map(({ properties = {}, required = [] }) => {
      const fields = Object.keys(properties).filter((name) => !common.has(name))
      const names = fields.map((name) => (required.includes(name) ? name : `${name}?`))
      return `${String(properties.action?.const)}: ${names.join(", ") || "no fields"}`
    })
    .join("; ")
}

/** The answer of a tool, in outline. */
export function describeOutput(spec: ToolSpec, operations: Operations): ObjectSchema {
  const each = operationsOf(spec).map((name) => outlineOf(operations[name].contract))
  const [first = {}, ...others] = each
  const main: JsonSchema = others.length === 0 ? first : {}
  const own = spec.field ? { [spec.field]: main } : (main.properties ?? {})
  const parts = Object.entries(spec.parts ?? {}).map(([field, name]) => [
    field,
    either(own[field], shallow(outlineOf(operations[name].contract))),
  ])
  // Nothing is required: some clients hold an error against the schema, too.
  const error: JsonSchema = { type: "object", description: "of a refused call" }
  return { type: "object", properties: { ...own, ...Object.fromEntries(parts), error } }
}

const outlineOf = ({ response }: Contract): JsonSchema =>
  outline(toInlinedSchema(response, OUTPUT_DEPTH + 1), OUTPUT_DEPTH)

const shallow = ({ type }: JsonSchema): JsonSchema => (type ? ofTypes([type].flat()) : {})

/** A part that is not asked for leaves the answer's own field of that name. */
function either(own: JsonSchema | undefined, part: JsonSchema): JsonSchema {
  const choices = [...(own ? (own.anyOf ?? [own]) : []), ...(part.anyOf ?? [part])]
  const different = [...new Map(choices.map((one) => [JSON.stringify(one), one])).values()]
  return different.length === 1 ? { ...different[0] } : { anyOf: different }
}

/** Some models' dialects know no list of types. */
function ofTypes(types: readonly string[]): JsonSchema {
  const different = [...new Set(types)].map((type) => ({ type }))
  return different.length === 1 ? { ...different[0] } : { anyOf: different }
}

/** Names and types; a choice of shapes is left open. */
function outline(schema: JsonSchema, depth: number): JsonSchema {
  const { type, items, properties, anyOf, oneOf, allOf } = schema
  const choices = anyOf ?? oneOf
  if (choices) {
    const isTyped = choices.every((one) => one.type !== undefined)
    return isTyped ? ofTypes(choices.flatMap((one) => one.type ?? [])) : {}
  }
  if (allOf || !type) return {}
  if (Array.isArray(type)) return ofTypes(type)
  if (depth === 0) return { type }
  return {
    type,
    ...(items && { items: outline(items, depth) }),
    ...(properties && { properties: mapValues(properties, (one) => outline(one, depth - 1)) }),
  }
}

/** Schemas of all answers of a tool, for the words that are the service's own. */
export const answerSchemas = (spec: ToolSpec, operations: Operations): JsonSchema[] =>
  [...operationsOf(spec), ...Object.values(spec.parts ?? {})].map((name) =>
    toInlinedSchema(operations[name].contract.response, VOCABULARY_DEPTH),
  )
