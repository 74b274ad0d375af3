type Json = Record<string, unknown>

/** Example values by property name, for schemas that only say "string". */
const EXAMPLES_BY_NAME: [RegExp, string][] = [
  [/hash$/i, `0x${"5c".repeat(32)}`],
  [
    /^(dev|user|wallet|seller|buyer|settler|proposer|disputer|vetoer|address|addresses|allAddresses|author|.*(Address|Token))$/,
    `0x${"70".repeat(20)}`,
  ],
  [/(amount|reserve|supply|shares|usdb|usdc|spent)/i, "1250000000000000000"],
  [/(price|change)/i, "0.005"],
  [/cursor/i, "184500003"],
  [
    /(url|uri|website|image)$/i,
    "https://atoll.example/ipfs/bafkreid7qoywk77r7rj3slobqfekdvs57qwuwh5d2z3sqsw52iabe3mqne",
  ],
  [/^(id|.*Id)$/, "c0mi7z8p4q1r5t9w2x6y3a8bd"],
  [/symbol/i, "PALM"],
  [/name/i, "Palm"],
]

/** A value that the JSON schema accepts: its own example if it has one, else derived from type and name. */
export function exampleOf(schema: Json, components: Json = {}, name = ""): unknown {
  const { $ref, examples, default: fallback, const: only, enum: choices, allOf } = schema
  const anyOf = schema.anyOf ?? schema.oneOf
  if (typeof $ref === "string") {
    const target = components[$ref.slice($ref.lastIndexOf("/") + 1)]
    return exampleOf((target ?? {}) as Json, components, name)
  }
  if (Array.isArray(examples)) return examples[0]
  if (fallback !== undefined) return fallback
  if (only !== undefined) return only
  if (Array.isArray(choices)) return choices[0]
  if (Array.isArray(anyOf)) return exampleOf(preferNonNull(anyOf), components, name)
  if (Array.isArray(allOf)) {
    return Object.assign({}, ...allOf.map((part: Json) => exampleOf(part, components, name)))
  }
  return exampleOfType(schema, components, name)
}

const preferNonNull = (choices: Json[]) => choices.find(({ type }) => type !== "null") ?? {}

function exampleOfType(schema: Json, components: Json, name: string): unknown {
  const {
    properties = {},
    items,
    minItems = 1,
    minimum,
    format,
  } = schema as {
    properties?: Record<string, Json>
    items?: Json
    minItems?: number
    minimum?: number
    format?: string
  }
  // Of several types the example shows one that is not null. A part of a union may only name fields.
  const usual = "properties" in schema ? "object" : "null"
  const type = [schema.type ?? usual].flat().find((one) => one !== "null") ?? "null"
  if (type === "object") {
    const entries = Object.entries(properties)
    return Object.fromEntries(
      entries.map(([key, inner]) => [key, exampleOf(inner, components, key)]),
    )
  }
  if (type === "array") {
    const count = items ? Math.max(1, minItems) : 0
    return Array.from({ length: count }, () => exampleOf(items ?? {}, components, name))
  }
  if (type === "integer" || type === "number") return Math.max(1, minimum ?? 1)
  if (type === "boolean") return true
  if (type === "null") return null
  if (format === "binary") return "the bytes of the file"
  return format === "date-time" ? "2026-01-15T12:00:00.000Z" : exampleText(schema, name)
}

function exampleText(
  { pattern, maxLength = 100 }: { pattern?: string; maxLength?: number },
  name: string,
) {
  const fits = (value: string) => !pattern || new RegExp(pattern).test(value)
  const candidates = [
    ...EXAMPLES_BY_NAME.flatMap(([names, value]) => (names.test(name) ? value : [])),
    "text",
  ]
  const anyName = EXAMPLES_BY_NAME.map(([, value]) => value)
  const example = [...candidates, ...anyName].find(
    (value) => fits(value) && value.length <= maxLength,
  )
  return example ?? "text"
}
