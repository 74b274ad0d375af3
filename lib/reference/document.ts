import { z } from "zod"
import document from "@/lib/generated/openapi.json"

/** A JSON schema, of which the reference reads these parts. */
export type JsonSchema = {
  $ref?: string | undefined
  type?: string | string[] | undefined
  description?: string | undefined
  properties?: Record<string, JsonSchema> | undefined
  required?: string[] | undefined
  items?: JsonSchema | undefined
  additionalProperties?: boolean | JsonSchema | undefined
  anyOf?: JsonSchema[] | undefined
  oneOf?: JsonSchema[] | undefined
  allOf?: JsonSchema[] | undefined
  enum?: (string | number | boolean | null)[] | undefined
  const?: string | number | boolean | null | undefined
  default?: unknown
  format?: string | undefined
  minimum?: number | undefined
  maximum?: number | undefined
  minLength?: number | undefined
  maxLength?: number | undefined
  examples?: unknown[] | undefined
}

const jsonSchema: z.ZodType<JsonSchema> = z.lazy(() => {
  const scalar = z.union([z.string(), z.number(), z.boolean(), z.null()])
  return z.object({
    $ref: z.string().optional(),
    type: z.union([z.string(), z.array(z.string())]).optional(),
    description: z.string().optional(),
    properties: z.record(z.string(), jsonSchema).optional(),
    required: z.array(z.string()).optional(),
    items: jsonSchema.optional(),
    additionalProperties: z.union([z.boolean(), jsonSchema]).optional(),
    anyOf: z.array(jsonSchema).optional(),
    oneOf: z.array(jsonSchema).optional(),
    allOf: z.array(jsonSchema).optional(),
    enum: z.array(scalar).optional(),
    const: scalar.optional(),
    default: z.unknown().optional(),
    format: z.string().optional(),
    minimum: z.number().optional(),
    maximum: z.number().optional(),
    minLength: z.number().optional(),
    maxLength: z.number().optional(),
    examples: z.array(z.unknown()).optional(),
  })
})

const parameter = z.object({
  name: z.string(),
  in: z.enum(["path", "query", "header"]),
  required: z.boolean(),
  description: z.string().optional(),
  schema: jsonSchema,
})

export type Parameter = z.output<typeof parameter>

const content = z.record(z.string(), z.object({ schema: jsonSchema, example: z.unknown() }))

const operation = z.object({
  operationId: z.string(),
  tags: z.tuple([z.string()]),
  summary: z.string(),
  deprecated: z.boolean().default(false),
  security: z.array(z.record(z.string(), z.unknown())),
  parameters: z.array(parameter).default([]),
  requestBody: z.object({ content }).optional(),
  responses: z.record(
    z.string(),
    z.object({ description: z.string(), content: content.default({}) }),
  ),
})

const openApi = z.object({
  paths: z.record(z.string(), z.record(z.string(), operation)),
  components: z.object({ schemas: z.record(z.string(), jsonSchema) }),
})

export type Operation = Omit<z.output<typeof operation>, "operationId" | "tags"> & {
  /** It is also the last segment of its page's path. */
  id: string
  tag: string
  method: string
  path: string
}

let read: { operations: Operation[]; schemas: Record<string, JsonSchema> } | undefined

/** The OpenAPI document, read once. */
function readDocument() {
  if (read) return read
  const { paths, components } = openApi.parse(document)
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId, tags, ...rest }]) => ({
      ...rest,
      ...{ id: operationId, tag: tags[0], method: method.toUpperCase(), path },
    })),
  )
  read = { operations, schemas: components.schemas }
  return read
}

export const listOperations = (): readonly Operation[] => readDocument().operations

export const findOperation = (id: string) => listOperations().find((each) => each.id === id)

/** A schema by its name. */
export const listSchemas = () => readDocument().schemas

export const nameOf = (reference: string) => reference.slice(reference.lastIndexOf("/") + 1)

/** Groups in the order of the first page a programmer needs; groups that are not named here come after these. */
const FIRST_TAGS = [
  "Actions",
  "Tokens",
  "Markets",
  "Up/Down",
  "Streams",
  "Wallet",
  "Events",
  "Sync",
]

const rankOf = (tag: string) => {
  const rank = FIRST_TAGS.indexOf(tag)
  return rank < 0 ? FIRST_TAGS.length : rank
}

export function groupOperations(): { tag: string; operations: Operation[] }[] {
  const groups = new Map<string, Operation[]>()
  for (const each of listOperations()) groups.set(each.tag, [...(groups.get(each.tag) ?? []), each])
  return [...groups]
    .map(([tag, operations]) => ({ tag, operations }))
    .sort((a, b) => rankOf(a.tag) - rankOf(b.tag) || (a.tag < b.tag ? -1 : 1))
}
