import path from "node:path"
import type { BodyType, Contract, Method } from "@/lib/api/contract"
import { exampleOf } from "@/lib/api/example"
import type { Resource } from "@/lib/api/route"
import { describeOpenApi, findRoutes } from "@/tests/helpers/routes"

type Json = Record<string, unknown>

/** A value somewhere in a body. */
export type Field = {
  path: readonly string[]
  /** JSON types it may have. */
  types: ReadonlySet<string>
  isRequired: boolean
  isFile: boolean
}

/** An operation that reads a body. */
export type Operation = {
  name: string
  method: Method
  path: string
  contract: Contract
  resource: Resource
  bodyTypes: readonly BodyType[]
  fields: readonly Field[]
  /** A body that nothing is wrong with. */
  example: Json
}

const MULTIPART = "multipart/form-data"

/** Every public operation with a body, its fields read off the document the API publishes. */
export async function findOperations(): Promise<Operation[]> {
  const [routes, text] = await Promise.all([findRoutes(), describeOpenApi()])
  const { paths, components } = JSON.parse(text)
  const writes = routes.flatMap(({ path: at, operations }) =>
    Object.entries(operations).flatMap(([method, contract]) =>
      contract.body ? [{ at, method: method as Method, contract }] : [],
    ),
  )
  return Promise.all(
    writes.map(async ({ at, method, contract }) => {
      const { content } = paths[at][method.toLowerCase()].requestBody
      const schemas: Json = components.schemas
      const json: Json = content["application/json"]?.schema ?? {}
      const form: Json = content[MULTIPART]?.schema ?? {}
      const files = filesOf(form, schemas)
      return {
        name: `${method} ${at}`,
        method,
        path: at,
        contract,
        resource: await resourceAt(at),
        bodyTypes: contract.bodyTypes ?? (["json"] as const),
        fields: fieldsOf(content[MULTIPART] ? form : json, schemas).map((field) => ({
          ...field,
          isFile: files.includes(field.path.join(".")),
        })),
        example: { ...Object(exampleOf(json, schemas)), ...chosen(json, schemas) },
      }
    }),
  )
}

/** Of several values the one that is open to all. */
const CHOICES: Json = { section: "mixed" }

const chosen = (json: Json, schemas: Json) =>
  Object.fromEntries(
    fieldsOf(json, schemas).flatMap(({ path: [name = ""] }) =>
      Object.hasOwn(CHOICES, name) ? [[name, CHOICES[name]]] : [],
    ),
  )

const resourceAt = (at: string): Promise<Resource> =>
  import(path.resolve("app", `.${at.replaceAll("{", "[").replaceAll("}", "]")}`, "route.ts"))

/** The leaves of a body, nested objects and alternatives opened. */
function fieldsOf(schema: Json, schemas: Json, above: readonly string[] = []): Field[] {
  const fields = new Map<string, Field>()
  for (const { properties, required } of objectsOf(schema, schemas)) {
    for (const [name, inner] of Object.entries(properties)) {
      const at = [...above, name]
      const nested = fieldsOf(inner, schemas, at)
      const isRequired = required.includes(name) && above.length === 0
      const own = { path: at, types: typesOf(inner, schemas), isRequired, isFile: false }
      for (const field of [own, ...nested]) fields.set(field.path.join("."), field)
    }
  }
  return [...fields.values()]
}

type ObjectSchema = { properties: Record<string, Json>; required: readonly string[] }

/** The object forms a schema admits. */
function objectsOf(schema: Json, schemas: Json): ObjectSchema[] {
  const { properties, required = [], ...rest } = resolved(schema, schemas)
  // What one alternative requires another may not.
  const parts = alternatives(rest)
    .flatMap((part) => objectsOf(part, schemas))
    .map((part) => ({ ...part, required: [] }))
  return properties ? [{ properties, required } as ObjectSchema, ...parts] : parts
}

function typesOf(schema: Json, schemas: Json): Set<string> {
  const definition = resolved(schema, schemas)
  const own = [definition.type ?? []].flat() as string[]
  const enums = Array.isArray(definition.enum) ? definition.enum.map((value) => typeof value) : []
  const parts = alternatives(definition).flatMap((part) => [...typesOf(part, schemas)])
  return new Set([...own, ...enums, ...parts])
}

const alternatives = ({ anyOf = [], oneOf = [], allOf = [] }: Json) =>
  [anyOf, oneOf, allOf].flat() as Json[]

function resolved(schema: Json | undefined, schemas: Json): Json {
  const name = typeof schema?.$ref === "string" ? schema.$ref.split("/").at(-1) : undefined
  return name === undefined ? (schema ?? {}) : ((schemas[name] ?? {}) as Json)
}

/** The fields of a form that carry a file. */
const filesOf = (form: Json, schemas: Json) =>
  objectsOf(form, schemas).flatMap(({ properties }) =>
    Object.keys(properties).filter((name) => properties[name]?.format === "binary"),
  )
