import { z } from "zod"
import { ADDRESS_PATTERN } from "@/lib/address"
import { SESSION_COOKIE } from "@/lib/auth/session"
import type { ErrorCode } from "@/lib/http/errors"
import { type Contract, errorCodesOf, type Method, type Schema, statusOf } from "./contract"
import { exampleOf } from "./example"
import { type Json, toJsonSchema } from "./json-schema"

export type PathDescription = { path: string; operations: Partial<Record<Method, Contract>> }

const errorBody = z
  .object({
    error: z.string().describe("sentence for people; may change"),
    code: z.string().describe("stable"),
    requestId: z.string().describe("equals the X-Request-Id header"),
    remedy: z.string().optional().describe("what can be done, in a sentence; may change"),
    details: z
      .array(z.looseObject({ path: z.string(), message: z.string() }))
      .optional()
      .describe("present on VALIDATION_FAILED and where stated"),
  })
  .meta({ id: "Error" })

/** The OpenAPI 3.1 document of these paths, derived from their contracts. */
export function describeApi(paths: readonly PathDescription[], version: string) {
  const schemas: Json = {}
  const error = toJsonSchema(errorBody, schemas)
  const described = paths.map(({ path, operations }) => [
    path,
    Object.fromEntries(
      Object.entries(operations).map(([method, contract]) => [
        method.toLowerCase(),
        describeOperation(method as Method, path, contract, schemas, error),
      ]),
    ),
  ])
  return {
    openapi: "3.1.0",
    info: {
      title: "Atoll",
      version,
      description: "Prediction venue and token launchpad for people and agents.",
    },
    servers: [{ url: "/" }],
    paths: Object.fromEntries(described),
    components: { schemas: sortKeys(schemas), securitySchemes, headers },
  }
}

const securitySchemes = {
  session: {
    type: "apiKey",
    in: "cookie",
    name: SESSION_COOKIE,
    description: "Set by POST /api/auth/verify; lives 24 hours",
  },
  apiKey: {
    type: "apiKey",
    in: "header",
    name: "X-API-Key",
    description: "Created by POST /api/v1/auth/keys",
  },
}

const headers = {
  RequestId: header("The client's id of the request, or one made here", "string"),
  RetryAfter: header("Seconds after which to try again", "integer"),
  RateLimitLimit: header("Requests allowed in the window", "integer"),
  RateLimitRemaining: header("Requests left in the window", "integer"),
  RateLimitReset: header(
    "Unix seconds at which the window ends: a refused request has room then",
    "integer",
  ),
  IndexedBlock: header("Highest block fully indexed", "integer"),
  ChainHead: header("Highest block seen", "integer"),
  ReadPosition: header(
    "Where copies of the database answer: what this answer has seen. Sent back, no answer is older",
    "string",
  ),
}

function header(description: string, type: string) {
  return { description, schema: { type } }
}

const headerRef = (name: keyof typeof headers) => ({ $ref: `#/components/headers/${name}` })

function describeOperation(
  method: Method,
  path: string,
  contract: Contract,
  schemas: Json,
  error: Json,
) {
  const { summary, tag, deprecated } = contract
  const parameters = [
    ...describeParameters("path", contract.params, schemas),
    ...describeParameters("query", contract.query, schemas),
    ...actingWalletParameter(contract),
  ]
  return {
    operationId: operationId(method, path),
    tags: [tag],
    summary,
    ...(deprecated && { deprecated }),
    security: describeSecurity(contract),
    ...(parameters.length > 0 && { parameters }),
    ...describeRequestBody(contract, schemas),
    responses: {
      ...successResponses(contract, schemas),
      ...errorResponses(method, contract, error),
    },
  }
}

/** A file can only be sent in a form; the JSON body has the other fields. */
function describeRequestBody({ body, bodyTypes = ["json"] }: Contract, schemas: Json) {
  if (!body) return {}
  const whole = toJsonSchema(body, schemas)
  const forms = bodyTypes.map((type) =>
    type === "multipart"
      ? describeContent("multipart/form-data", whole, schemas)
      : describeContent("application/json", withoutFiles(whole), schemas),
  )
  return { requestBody: { content: Object.assign({}, ...forms.map((form) => form.content)) } }
}

function withoutFiles(schema: Json): Json {
  const { properties } = schema as { properties?: Record<string, Json> }
  if (!properties) return schema
  const texts = Object.entries(properties).filter(([, { format }]) => format !== "binary")
  return { ...schema, properties: Object.fromEntries(texts) }
}

const operationId = (method: Method, path: string) =>
  [method.toLowerCase(), ...path.split(/[^A-Za-z0-9]+/).filter(Boolean)]
    .map((word, at) => (at === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1)))
    .join("")

function describeSecurity({ auth }: Contract) {
  if (auth === "key") return [{ apiKey: [] }]
  if (auth === "session") return [{ session: [] }]
  if (auth === "session?") return [{}, { session: [] }]
  return auth === "none" ? [] : [{ apiKey: [] }, { session: [] }]
}

function describeParameters(place: "path" | "query", schema: Schema | undefined, schemas: Json) {
  if (!schema) return []
  const { properties = {}, required = [] } = toJsonSchema(schema, schemas) as {
    properties?: Record<string, Json>
    required?: string[]
  }
  return Object.entries(properties).map(([name, { description, ...property }]) => ({
    name,
    in: place,
    required: place === "path" || required.includes(name),
    ...(description !== undefined && { description }),
    schema: property,
  }))
}

/** The X-Wallet-Address header, where the operation accepts it. */
function actingWalletParameter({ auth, namesWallet }: Contract) {
  if (namesWallet) return []
  if (auth === "none" || auth === "session?") return []
  const description = "Acting wallet; default: the key's, or the most recently verified one"
  const schema = { type: "string", pattern: ADDRESS_PATTERN.source }
  return [{ name: "X-Wallet-Address", in: "header", required: false, description, schema }]
}

function describeContent(type: string, schema: Json, schemas: Json) {
  return { content: { [type]: { schema, example: exampleOf(schema, schemas) } } }
}

const SUCCESS_DESCRIPTIONS = { 200: "Success", 201: "Created", 302: "Redirect" } as const

function successResponses(contract: Contract, schemas: Json) {
  const { response, status = 200, otherStatuses = [], limit, isIndexed: fresh, type } = contract
  const schema = toJsonSchema(response, schemas)
  const described = {
    description: SUCCESS_DESCRIPTIONS[status],
    headers: {
      "X-Request-Id": headerRef("RequestId"),
      ...(status === 302 && { Location: { schema: { type: "string" } } }),
      ...(limit !== "none" && {
        "X-RateLimit-Limit": headerRef("RateLimitLimit"),
        "X-RateLimit-Remaining": headerRef("RateLimitRemaining"),
        "X-RateLimit-Reset": headerRef("RateLimitReset"),
      }),
      ...(fresh && {
        "X-Indexed-Block": headerRef("IndexedBlock"),
        "X-Chain-Head": headerRef("ChainHead"),
        "X-Read-Position": headerRef("ReadPosition"),
      }),
    },
    ...(status !== 302 && describeContent(type ?? "application/json", schema, schemas)),
  }
  return Object.fromEntries([status, ...otherStatuses].map((code) => [code, described]))
}

function errorResponses(method: Method, contract: Contract, error: Json) {
  const byStatus = new Map<number, ErrorCode[]>()
  for (const code of errorCodesOf(method, contract)) {
    const status = statusOf(contract, code)
    byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  const entries = [...byStatus].sort(([a], [b]) => a - b)
  return Object.fromEntries(
    entries.map(([status, codes]) => [status, errorResponse(status, codes, error)]),
  )
}

function errorResponse(status: number, codes: ErrorCode[], error: Json) {
  const [code] = codes
  const schema = { allOf: [error, { properties: { code: { enum: codes } } }] }
  const example = {
    ...{ error: "What is wrong, in a sentence", code, requestId: "Zk3-9fQwTq_1bX0a" },
    remedy: "What to do about it",
  }
  return {
    description: codes.join(", "),
    ...((status === 429 || status >= 500) && {
      headers: { "Retry-After": headerRef("RetryAfter") },
    }),
    content: { "application/json": { schema, example } },
  }
}

const sortKeys = (schemas: Json) =>
  Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1)))
