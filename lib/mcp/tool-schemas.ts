import type { Contract } from "@/lib/api/contract"
import { type JsonSchema, toInlinedSchema } from "@/lib/api/json-schema"
import { explainAll } from "./field-words"
import type { Operations } from "./operations"
import { operationsOf, type ToolSpec } from "./tool"

const INPUT_DEPTH = 4
/** Depth to which answers are described: a model reads the answer itself. */
const OUTPUT_DEPTH = 2
/** Depth to which references are followed, deeper than any answer. */
const WHOLE_DEPTH = 8

export type ObjectSchema = JsonSchema & { type: "object"; properties: Record<string, JsonSchema> }

/** The arguments of a tool: parameters, query and body of its operations, and the tool's own. */
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
    properties: explainAll({ ...own.properties, ...properties }),
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

/** The type of the field in all variants, with every constant among them. */
function mergeSchemas(schemas: JsonSchema[]): JsonSchema {
  const [first = {}] = schemas
  const constants = schemas.flatMap((schema) => (schema.const === undefined ? [] : [schema.const]))
  if (constants.length > 0) return { type: "string", enum: constants }
  const meanings = new Set(schemas.flatMap(({ description }) => description ?? []))
  const defaults = new Set(schemas.map((schema) => schema.default))
  return tidy({
    ...joinTypes(schemas),
    ...(first.items && { items: first.items }),
    ...(defaults.size === 1 && { default: first.default }),
    ...(meanings.size === 1 && { description: [...meanings][0] }),
  })
}

/**
 * Joins the types, with their descriptions where they have nothing else; different types become a choice. Null counts
 * as absence.
 */
function joinTypes(schemas: readonly JsonSchema[]): JsonSchema {
  const plain = schemas.flatMap(({ anyOf, ...own }) => anyOf ?? own)
  const values = plain.filter(({ type }) => type !== "null")
  const types = [...new Set(values.flatMap(({ type }) => type ?? []))]
  if (types.length > 1) return ofTypes(types)
  const isClosed = values.every((schema) => schema.enum)
  const words = isClosed ? [...new Set(values.flatMap((schema) => schema.enum ?? []))] : []
  return { ...(types[0] && { type: types[0] }), ...(words.length > 0 && { enum: words }) }
}

/** Leaves out what a model does not need: patterns, examples. */
function tidy(schema: JsonSchema): JsonSchema {
  const { description, items, properties, required } = schema
  const { type, enum: words, anyOf } = schema.anyOf ? joinTypes([schema]) : schema
  return {
    ...(type && { type }),
    ...(anyOf && { anyOf }),
    ...(description && { description }),
    ...(words && { enum: words }),
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
  const names = operationsOf(spec)
  // With several operations, each has its own rows.
  const depth = names.length === 1 ? OUTPUT_DEPTH : 1
  const own: Record<string, JsonSchema> = {}
  for (const name of names) {
    const answer = outlineOf(operations[name].contract, depth)
    const fields = spec.field ? { [spec.field]: answer } : (answer.properties ?? {})
    for (const [field, schema] of Object.entries(fields)) own[field] = either([own[field], schema])
  }
  // A part that is not asked for leaves the answer's own field of that name.
  for (const [field, name] of Object.entries(spec.parts ?? {})) {
    own[field] = either([own[field], outlineOf(operations[name].contract, 0)])
  }
  // Nothing is required, because some clients also check errors against the schema.
  const error: JsonSchema = { type: "object", description: "of a refused call" }
  return { type: "object", properties: { ...explainAll(own), ...toolFields(spec), error } }
}

/** Fields that the tool itself adds to an answer. */
function toolFields({ parts }: ToolSpec): Record<string, JsonSchema> {
  const rowsInAll: JsonSchema = {
    type: "object",
    description: "by field: how many rows a list has that was cut",
  }
  const items: JsonSchema = { type: "object" }
  const unavailable: JsonSchema = { type: "array", items, description: "parts that were refused" }
  return { rowsInAll, ...(parts && { unavailable }) }
}

const outlineOf = ({ response }: Contract, depth: number): JsonSchema =>
  outline(toInlinedSchema(response, WHOLE_DEPTH), depth)

/** One of several schemas; the only one where they are equal. Some models' dialects know no list of types. */
function either(schemas: readonly (JsonSchema | undefined)[]): JsonSchema {
  const choices = schemas.flatMap((one) => (one ? (one.anyOf ?? [one]) : []))
  const different = [...new Map(choices.map((one) => [JSON.stringify(one), one])).values()]
  return different.length === 1 ? { ...different[0] } : { anyOf: different }
}

const ofTypes = (types: readonly string[]) => either(types.map((type) => ({ type })))

/** Names, types, values and descriptions, down to a depth. */
function outline(schema: JsonSchema, depth: number): JsonSchema {
  const { type, items, properties, anyOf, oneOf, allOf, enum: words, const: only } = schema
  const description = schema.description && { description: schema.description }
  const choices = anyOf ?? oneOf
  if (choices) return { ...either(choices.map((one) => outline(one, depth))), ...description }
  if (allOf) return { ...outline(Object.assign({}, ...allOf), depth), ...description }
  const types = [type ?? typesOf(words ?? [only])].flat()
  if (types.length > 1) {
    return {
      ...either(types.map((one) => outline({ ...schema, type: one }, depth))),
      ...description,
    }
  }
  const [own = "object"] = types
  return {
    type: own,
    ...(only !== undefined && own !== "null" && { enum: [only] }),
    ...(words && own === "string" && { enum: words.filter((word) => word !== null) }),
    ...(own === "array" && { items: outline(items ?? {}, depth) }),
    ...(own === "object" &&
      depth > 0 &&
      properties && { properties: inner(properties, depth - 1) }),
    ...description,
  }
}

const inner = (properties: Record<string, JsonSchema>, depth: number) =>
  mapValues(properties, (one) => outline(one, depth))

/** Types of values; of no value any type. */
const typesOf = (values: readonly unknown[]) => [
  ...new Set(
    values.flatMap((value) =>
      value === undefined ? ANY_TYPE : value === null ? "null" : typeof value,
    ),
  ),
]

const ANY_TYPE = ["object", "array", "string", "number", "boolean", "null"]

/** Schemas of all answers of a tool, whose words belong to the service. */
export const answerSchemas = (spec: ToolSpec, operations: Operations): JsonSchema[] =>
  [...operationsOf(spec), ...Object.values(spec.parts ?? {})].map((name) =>
    toInlinedSchema(operations[name].contract.response, WHOLE_DEPTH),
  )
