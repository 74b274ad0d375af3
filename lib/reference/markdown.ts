import { writeTable } from "@/lib/markdown/table"
import { groupOperations, type JsonSchema, listSchemas, nameOf, type Operation } from "./document"
import { credentialOf, writeExamples } from "./examples"
import { describeNote, describeType, type FieldRow, listFields } from "./fields"

const CREDENTIALS = {
  none: "Needs no credentials.",
  key: "Needs an API key in `X-API-Key`.",
  session: "Needs a session: a cookie of a wallet that has signed in. An API key does not do.",
} as const

/** Explains `$COOKIE` in the examples. */
const COOKIE_NOTE =
  "`$COOKIE` is the cookie of a session, as [signing in](/docs/authentication#sign-in) sets it. Pages of other origins cannot send it."

const OR_SESSION = "Needs an API key in `X-API-Key`, or a session."

/** The credentials of an operation, in a sentence. */
export function describeCredentials({ security }: Pick<Operation, "security">): string {
  const names = security.flatMap((each) => Object.keys(each))
  const isOptional = security.some((each) => Object.keys(each).length === 0)
  if (isOptional) return "A session is optional."
  return names.includes("apiKey") && names.includes("session")
    ? OR_SESSION
    : CREDENTIALS[credentialOf({ security })]
}

const writeSection = (title: string, text: string) => (text === "" ? [] : [`## ${title}`, text])

/** The page of an operation. */
export function writeOperation(operation: Operation): string {
  return [
    `# ${operation.summary}`,
    `\`${operation.method} ${operation.path}\``,
    describeCredentials(operation),
    ...(operation.deprecated ? ["It is deprecated."] : []),
    ...writeSection("Example", writeExample(operation)),
    ...writeSection("Parameters", writeParameters(operation)),
    ...writeSection("Body", writeBody(operation)),
    ...writeSection("Answer", writeAnswer(operation)),
    ...writeSection("Errors", writeErrors(operation)),
  ].join("\n\n")
}

function writeExample(operation: Operation) {
  const examples = writeExamples(operation)
  return credentialOf(operation) === "session" ? `${COOKIE_NOTE}\n\n${examples}` : examples
}

function writeParameters({ parameters }: Operation) {
  if (parameters.length === 0) return ""
  return writeTable(
    ["Name", "In", "Type", "Notes"],
    parameters.map(({ name, in: place, required, description, schema }) => [
      `\`${name}\``,
      place,
      describeType(schema),
      [required && "required", description, describeNote(schema)].filter((each) => each).join("; "),
    ]),
  )
}

const writeFields = (rows: readonly FieldRow[]) =>
  writeTable(
    ["Field", "Type", "Notes"],
    rows.map(({ path, type, isRequired, note }) => [
      `\`${path}\``,
      type,
      [!isRequired && "optional", note].filter((each) => each).join("; "),
    ]),
  )

function writeBody({ requestBody }: Operation) {
  const types = Object.entries(requestBody?.content ?? {})
  return types
    .map(([type, { schema }]) => {
      const variants = findVariants(schema)
      const intro = types.length > 1 ? `As \`${type}\`:\n\n` : ""
      if (variants.length === 0) return intro + writeFields(listFields(schema))
      return writeUnion(variants)
    })
    .join("\n\n")
}

type Variant = { name: string; schema: JsonSchema }

/** The schemas of a union whose parts have names. */
function findVariants(schema: JsonSchema): Variant[] {
  const whole = schema.$ref === undefined ? schema : (listSchemas()[nameOf(schema.$ref)] ?? {})
  return (whole.oneOf ?? []).flatMap(({ $ref }) => {
    const name = $ref && nameOf($ref)
    const schema = name && listSchemas()[name]
    return schema ? [{ name, schema }] : []
  })
}

/** Writes the fields that all variants share once, and then the own fields of each. */
function writeUnion(variants: readonly Variant[]) {
  const [first = [], ...others] = variants.map(({ schema }) => listFields(schema))
  const common = first.filter((field) =>
    others.every((fields) => fields.some((each) => isSameField(each, field))),
  )
  const own = variants.map((variant) => writeVariant(variant, common))
  const shared = common.length > 0 ? `Each has these fields:\n\n${writeFields(common)}\n\n` : ""
  return `${shared}One of these:\n\n${own.join("\n\n")}`
}

const isSameField = (a: FieldRow, b: FieldRow) =>
  a.path === b.path && a.type === b.type && a.note === b.note && a.isRequired === b.isRequired

function writeVariant({ name, schema }: Variant, common: readonly FieldRow[]) {
  const rows = listFields(schema).filter(
    (row) => row.path !== "action" && !common.some((each) => isSameField(each, row)),
  )
  const title = `### ${schema.properties?.action?.const ?? name}`
  const fields = rows.length > 0 ? [writeFields(rows)] : []
  return [title, `${schema.description ?? name}.`, ...fields].join("\n\n")
}

/** Characters of an example; a longer one says no more than the table of its fields. */
const MAX_EXAMPLE = 2_500

const isSuccess = (status: string) => Number(status) < 400

function writeAnswer({ responses }: Operation) {
  return Object.entries(responses)
    .filter(([status]) => isSuccess(status))
    .map(([status, { description, content }]) => {
      const [type, body] = Object.entries(content)[0] ?? []
      if (!body) return `\`${status}\`: ${description}.`
      const rows = listFields(body.schema)
      const fields = rows.length > 0 ? `\n\n${writeFields(rows)}` : ""
      const text = JSON.stringify(body.example, null, 2) ?? ""
      const isShown = type === "application/json" && text.length <= MAX_EXAMPLE
      const example = isShown ? `\n\n\`\`\`json\n${text}\n\`\`\`` : ""
      return `\`${status}\`, ${type}.${fields}${example}`
    })
    .join("\n\n")
}

function writeErrors({ responses }: Operation) {
  const rows = Object.entries(responses)
    .filter(([status]) => !isSuccess(status))
    .map(([status, { description }]) => [
      status,
      description
        .split(", ")
        .map((code) => `\`${code}\``)
        .join(", "),
    ])
  return `${writeTable(["Status", "Codes"], rows)}\n\n[Errors](/docs/errors) says what each code means.`
}

const INTRODUCTION =
  "Every operation of the REST API, generated from the [OpenAPI document](/api/openapi.json). `$ATOLL` is the address of the service, `$KEY` an [API key](/docs/authentication#create-a-key), `$COOKIE` the cookie of a [session](/docs/authentication#sign-in)."

/** The list of all operations. */
export function writeReferenceIndex(): string {
  const groups = groupOperations().map(({ tag, operations }) => {
    const rows = operations.map(({ id, method, path, summary }) => [
      `[\`${method} ${path}\`](/docs/api/${id})`,
      summary,
    ])
    return `## ${tag}\n\n${writeTable(["Operation", "What it does"], rows)}`
  })
  return `# API reference\n\n${INTRODUCTION}\n\n${groups.join("\n\n")}\n`
}

/** The reference in few words: each operation in some lines, its types by name. */
export function writeShortReference(): string {
  const operations = groupOperations().flatMap(({ tag, operations: own }) => [
    `## ${tag}`,
    ...own.map(writeShortOperation),
  ])
  return `# API reference\n\n${INTRODUCTION}\n\n${operations.join("\n\n")}\n\n# Schemas\n\n${writeSchemas()}\n`
}

function writeShortOperation(operation: Operation) {
  const { method, path, summary, parameters, requestBody, responses } = operation
  const body = Object.values(requestBody?.content ?? {})[0]?.schema
  const answers = Object.entries(responses).filter(([status]) => isSuccess(status))
  const errors = Object.entries(responses).filter(([status]) => !isSuccess(status))
  const lines = [
    ...parameters.map(
      ({ name, in: place, required, schema }) =>
        `- ${place} \`${name}\`${required ? " (required)" : ""}: ${describeType(schema)}`,
    ),
    ...(body ? [`- body: ${writeType(body)}`] : []),
    ...answers.map(([status, { content }]) => {
      const schema = Object.values(content)[0]?.schema
      return `- answers ${status}${schema ? `: ${writeType(schema)}` : ""}`
    }),
    `- errors: ${errors.map(([status, { description }]) => `${status} ${description}`).join("; ")}`,
  ]
  return `### ${method} ${path}\n\n${summary}. ${describeCredentials(operation)}\n\n${lines.join("\n")}`
}

/** A type on one line; named schemas by their names. */
function writeType(schema: JsonSchema): string {
  if (schema.$ref !== undefined) return nameOf(schema.$ref)
  if (schema.items) return `${writeType(schema.items)}[]`
  const parts = schema.anyOf ?? schema.oneOf
  if (parts) return [...new Set(parts.map(writeType))].join(" | ")
  if (!schema.properties) return describeType(schema)
  const fields = Object.entries(schema.properties).map(
    ([name, property]) =>
      `${name}${schema.required?.includes(name) ? "" : "?"}: ${writeType(property)}`,
  )
  return `{${fields.join(", ")}}`
}

const writeSchemas = () =>
  Object.entries(listSchemas())
    .map(([name, schema]) => `- ${name}: ${writeType(schema)}`)
    .join("\n")
