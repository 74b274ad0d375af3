// A generator of Prisma (prisma/schema/main.prisma names it): writes the rows of every table and view for the query
// builder, with the database's names. Prisma speaks JSON-RPC with it: one line of stdin per request, one line of stderr
// per response.
import { mkdirSync, writeFileSync } from "node:fs"
import path from "node:path"
import { createInterface } from "node:readline"

const methods = {
  getManifest: () => ({ manifest: { prettyName: "database types", defaultOutput: "." } }),
  generate: ({ generator, dmmf }) => {
    const folder = generator.output.value
    mkdirSync(folder, { recursive: true })
    const { models } = dmmf.datamodel
    writeFileSync(path.join(folder, "database.ts"), writeTypes(models))
    writeFileSync(path.join(folder, "column-types.ts"), writeColumnTypes(models))
    return null
  },
}

/** Types of PostgreSQL by Prisma's: the one in SQL, and the one of lib/db/column-types.ts. */
const types = {
  String: { sql: "text", column: "string" },
  Int: { sql: "integer", column: "number" },
  SmallInt: { sql: "smallint", column: "number" },
  BigInt: { sql: "bigint", column: "Int8" },
  Float: { sql: "double precision", column: "number" },
  Decimal: { sql: "numeric", column: "Numeric" },
  Boolean: { sql: "boolean", column: "boolean" },
  Bytes: { sql: "bytea", column: "Bytea" },
  DateTime: { sql: "timestamptz", column: "Timestamp" },
  Date: { sql: "date", column: "Timestamp" },
  Json: { sql: "jsonb", column: "Jsonb" },
}

const columnsOf = (model) =>
  model.fields
    .filter(({ kind }) => kind === "scalar")
    .map((field) => {
      const [native] = field.nativeType ?? []
      const type = types[native] ?? types[field.type]
      if (!type) throw new Error(`No type for ${model.name}.${field.name}`)
      return { ...field, column: field.dbName ?? field.name, type }
    })

const tableOf = ({ dbName, name }) => dbName ?? name

/** `@type {…}` in a field's comment says more than the database knows, such as the values of a text. */
function typeOf({ documentation = "", type, isList, isRequired, hasDefaultValue }) {
  const declared = /@type \{(.*)\}/s.exec(documentation)?.[1]
  const plain = declared ? (type.column === "Jsonb" ? `Jsonb<${declared}>` : declared) : type.column
  const whole = isList ? `ListOf<${plain}>` : plain
  const nullable = isRequired ? whole : `${whole} | null`
  return hasDefaultValue || isList ? `Generated<${nullable}>` : nullable
}

function writeTypes(models) {
  const tables = models.map((model) => {
    const columns = columnsOf(model).map((field) => `  ${field.column}: ${typeOf(field)}\n`)
    return `export type ${model.name}Table = {\n${columns.join("")}}\n`
  })
  const entries = models.map((model) => `  ${tableOf(model)}: ${model.name}Table\n`)
  const database = `/** Every table and view by its name. */\nexport type Database = {\n${entries.join("")}}\n`
  const source = [...tables, database].join("\n")
  const imported = ["Bytea", "Generated", "Int8", "Jsonb", "ListOf", "Numeric", "Timestamp"].filter(
    (name) => new RegExp(`\\b${name}\\b`).test(source),
  )
  return `// Generated from prisma/schema by scripts/database/types-generator.mjs.
import type { ${imported.join(", ")} } from "@/lib/db/column-types"

${source}`
}

/** The same names at run time, for statements that write many rows. */
function writeColumnTypes(models) {
  const tables = models.map((model) => {
    const columns = columnsOf(model).map(
      ({ column, type, isList }) => `    ${column}: "${type.sql}${isList ? "[]" : ""}",\n`,
    )
    return `  ${tableOf(model)}: {\n${columns.join("")}  },\n`
  })
  return `// Generated from prisma/schema by scripts/database/types-generator.mjs.

/** The type of every column in SQL. */
export const columnTypes = {\n${tables.join("")}} as const\n`
}

createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method, params } = JSON.parse(line)
  const respond = (response) =>
    process.stderr.write(`${JSON.stringify({ jsonrpc: "2.0", id, ...response })}\n`)
  try {
    respond({ result: methods[method](params) })
  } catch (error) {
    respond({ error: { code: -32_000, message: error.message, data: { stack: error.stack } } })
  }
})
