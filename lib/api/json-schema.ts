import { z } from "zod"
import type { Schema } from "./contract"

export type Json = Record<string, unknown>

/** JSON schema of the encoded form; schemas with an id become components. */
export function toJsonSchema(schema: Schema, schemas: Json): Json {
  const json = z.toJSONSchema(schema, {
    io: "input",
    unrepresentable: "any",
    override: ({ zodSchema, jsonSchema }) => {
      // Numbers and booleans of a query are texts in zod: what restricts the text would refuse every value.
      if (jsonSchema.type !== "string") delete jsonSchema.pattern
      if (jsonSchema.type === "boolean") delete jsonSchema.enum
      // The encoded form of a codec lacks the default of its value.
      const fallback = z.globalRegistry.get(zodSchema)?.default
      if (fallback !== undefined) jsonSchema.default = fallback as string | number | boolean
    },
  })
  // References point to the components of the document.
  const moved = JSON.parse(JSON.stringify(json).replaceAll("#/$defs/", "#/components/schemas/"))
  const { $schema: _, $defs = {}, ...root } = moved
  Object.assign(schemas, $defs)
  return root
}

/** The parts of a JSON schema that are read here. */
export type JsonSchema = {
  type?: string | string[]
  description?: string
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  enum?: unknown[]
  const?: unknown
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  allOf?: JsonSchema[]
  additionalProperties?: boolean | JsonSchema
  $ref?: string
  default?: unknown
}

/** JSON schema of the encoded form whose references are resolved, down to a depth. */
export function toInlinedSchema(schema: Schema, depth: number): JsonSchema {
  const components: Json = {}
  const root = toJsonSchema(schema, components) as JsonSchema
  return inline(root, components as Record<string, JsonSchema>, depth)
}

function inline(
  schema: JsonSchema,
  components: Record<string, JsonSchema>,
  depth: number,
): JsonSchema {
  const { $ref, ...own } = schema
  const referred = $ref && components[$ref.slice($ref.lastIndexOf("/") + 1)]
  const whole: JsonSchema = referred ? { ...referred, ...own } : own
  const { properties, items, anyOf, oneOf, allOf, ...plain } = whole
  if (depth === 0) return plain
  const inner = (one: JsonSchema) => inline(one, components, depth - 1)
  const same = (one: JsonSchema) => inline(one, components, depth)
  return {
    ...plain,
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, one]) => [name, inner(one)]),
      ),
    }),
    ...(items && { items: inner(items) }),
    ...(anyOf && { anyOf: anyOf.map(same) }),
    ...(oneOf && { oneOf: oneOf.map(same) }),
    ...(allOf && { allOf: allOf.map(same) }),
  }
}
