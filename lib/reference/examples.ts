import { exampleOf } from "@/lib/api/example"
import { type JsonSchema, listSchemas, type Operation, type Parameter } from "./document"

/** An example request: values for its required fields. */
type Sample = {
  pathValues: [string, string][]
  query: [string, string][]
  body: unknown
  /** Fields of a form, where only that is accepted: the file among them is named. */
  form: Form | null
}

type Form = { texts: [string, string][]; file: string }

const FILE = "image.png"

const sampleValue = ({ name, schema }: Parameter) => `${exampleOf(schema, listSchemas(), name)}`

function readSample({ parameters, requestBody }: Operation): Sample {
  const fieldsIn = (place: Parameter["in"]) =>
    parameters
      .filter((each) => each.in === place && each.required)
      .map((each): [string, string] => [each.name, sampleValue(each)])
  const body = requestBody?.content["application/json"]?.example
  const form = body === undefined ? readForm(requestBody?.content["multipart/form-data"]) : null
  return { pathValues: fieldsIn("path"), query: fieldsIn("query"), body, form }
}

type FormContent = { schema: JsonSchema; example?: unknown }

function readForm(content: FormContent | undefined): Form | null {
  const { properties = {} } = content?.schema ?? {}
  const values = Object.entries(Object(content?.example))
  const isFile = ([name]: [string, unknown]) => properties[name]?.format === "binary"
  const [file] = values.find(isFile) ?? []
  if (file === undefined) return null
  const texts = values.filter((each) => !isFile(each))
  return { file, texts: texts.map(([name, value]) => [name, `${value}`]) }
}

export type Credential = "none" | "key" | "session"

/** The key where it is accepted, which programs use. */
export function credentialOf({ security }: Pick<Operation, "security">): Credential {
  if (security.some((each) => "apiKey" in each)) return "key"
  return security.some((each) => "session" in each) ? "session" : "none"
}

/** Whether the answer is text for people or tables: Markdown, comma-separated values. */
const isText = ({ responses }: Operation) =>
  Object.keys(responses["200"]?.content ?? {}).some((type) => /^text\/(markdown|csv)/.test(type))

const fillPath = (path: string, values: readonly [string, string][]) =>
  values.reduce((text, [name, value]) => text.replace(`{${name}}`, encodeURIComponent(value)), path)

/** The example in Markdown, in each language. */
export function writeExamples(operation: Operation): string {
  const sample = readSample(operation)
  const fence = (language: string, code: string) => `\`\`\`${language}\n${code}\n\`\`\``
  return [
    fence("bash", writeCurl(operation, sample)),
    fence("ts", writeTypeScript(operation, sample)),
    fence("python", writePython(operation, sample)),
  ].join("\n")
}

function writeCurl(operation: Operation, { pathValues, query, body, form }: Sample) {
  const { method, path } = operation
  const search = query.length > 0 ? `?${new URLSearchParams(query)}` : ""
  const credential = credentialOf(operation)
  return [
    method === "GET" ? "curl" : `curl -X ${method}`,
    credential === "key" && '-H "X-API-Key: $KEY"',
    credential === "session" && '-b "$COOKIE"',
    body !== undefined && "-H 'Content-Type: application/json'",
    body !== undefined && `-d '${JSON.stringify(body).replaceAll("'", "'\\''")}'`,
    ...(form?.texts ?? []).map(([name, value]) => `-F '${name}=${value}'`),
    form && `-F '${form.file}=@${FILE}'`,
    `"$ATOLL${fillPath(path, pathValues)}${search}"`,
  ]
    .filter((each) => each)
    .join(" \\\n  ")
}

/** Code that is written into an example as it is, instead of a literal. */
class Expression {
  constructor(readonly code: string) {}
}

const IDENTIFIER = /^[A-Za-z_$][\w$]*$/

/** A value as a literal of JavaScript. */
function writeLiteral(value: unknown, indent = ""): string {
  const inner = `${indent}  `
  if (value instanceof Expression) return value.code
  if (Array.isArray(value)) {
    const items = value.map((each) => writeLiteral(each, inner))
    return `[${items.join(", ")}]`
  }
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "undefined"
  const lines = Object.entries(value).map(
    ([name, each]) =>
      `${inner}${IDENTIFIER.test(name) ? name : JSON.stringify(name)}: ${writeLiteral(each, inner)},`,
  )
  return lines.length === 0 ? "{}" : `{\n${lines.join("\n")}\n${indent}}`
}

/** The typed client sends JSON. */
function writeFormInTypeScript(operation: Operation, { texts, file }: Form) {
  const headers =
    credentialOf(operation) === "key" ? '{ "X-API-Key": env.KEY }' : "{ Cookie: env.COOKIE }"
  return `import { openAsBlob } from "node:fs"
import { env } from "node:process"

const body = new FormData()
${texts.map(([name, value]) => `body.set(${JSON.stringify(name)}, ${JSON.stringify(value)})`).join("\n")}
body.set(${JSON.stringify(file)}, await openAsBlob("${FILE}"), "${FILE}")
const response = await fetch(env.ATOLL + ${JSON.stringify(operation.path)}, {
  method: ${JSON.stringify(operation.method)},
  headers: ${headers},
  body,
})
console.log(await response.json())`
}

function writeTypeScript(operation: Operation, { pathValues, query, body, form }: Sample) {
  if (form) return writeFormInTypeScript(operation, form)
  const { method, path } = operation
  const credential = credentialOf(operation)
  const typed = (place: Parameter["in"], values: readonly [string, string][]) =>
    Object.fromEntries(
      values.map(([name, value]) => {
        const parameter = operation.parameters.find(
          (each) => each.in === place && each.name === name,
        )
        return [name, parameter?.schema.type === "integer" ? Number(value) : value]
      }),
    )
  const params = {
    ...(pathValues.length > 0 && { path: typed("path", pathValues) }),
    ...(query.length > 0 && { query: typed("query", query) }),
  }
  const init = {
    ...(Object.keys(params).length > 0 && { params }),
    ...(body !== undefined && { body }),
    ...(isText(operation) && { parseAs: "text" }),
    ...(credential === "session" && { headers: { Cookie: new Expression("env.COOKIE") } }),
  }
  const options = Object.keys(init).length > 0 ? `, ${writeLiteral(init)}` : ""
  const key = credential === "key" ? ", key: env.KEY" : ""
  return `import { env } from "node:process"
import { createAtoll } from "atoll-sdk"

const atoll = createAtoll({ url: env.ATOLL${key} })
const { data, error } = await atoll.api.${method}(${JSON.stringify(path)}${options})`
}

/** A value as a literal of Python. */
function writePythonLiteral(value: unknown): string {
  if (value === null || value === undefined) return "None"
  if (typeof value === "boolean") return value ? "True" : "False"
  if (Array.isArray(value)) return `[${value.map(writePythonLiteral).join(", ")}]`
  if (typeof value !== "object") return JSON.stringify(value)
  const entries = Object.entries(value).map(
    ([name, each]) => `${JSON.stringify(name)}: ${writePythonLiteral(each)}`,
  )
  return `{${entries.join(", ")}}`
}

const PYTHON_HEADERS: Readonly<Record<Credential, readonly string[]>> = {
  none: [],
  key: ['headers={"X-API-Key": os.environ["KEY"]},'],
  session: ['headers={"Cookie": os.environ["COOKIE"]},'],
}

function writePython(operation: Operation, { pathValues, query, body, form }: Sample) {
  const { method, path } = operation
  const headers = PYTHON_HEADERS[credentialOf(operation)]
  const params =
    query.length > 0 ? [`params=${writePythonLiteral(Object.fromEntries(query))},`] : []
  const json = body === undefined ? [] : [`json=${writePythonLiteral(body)},`]
  const parts = form
    ? [
        `data=${writePythonLiteral(Object.fromEntries(form.texts))},`,
        `files={${JSON.stringify(form.file)}: open("${FILE}", "rb")},`,
      ]
    : []
  const lines = [
    `${JSON.stringify(method)},`,
    `os.environ["ATOLL"] + ${JSON.stringify(fillPath(path, pathValues))},`,
    ...headers,
    ...params,
    ...json,
    ...parts,
  ]
  return `import os, httpx

response = httpx.request(
${lines.map((line) => `    ${line}`).join("\n")}
)
print(response.${isText(operation) ? "text" : "json()"})`
}
