import { readFileSync } from "node:fs"
import { createConfig, lintFromString } from "@redocly/openapi-core"
import { Ajv2020 } from "ajv/dist/2020"
import addFormats from "ajv-formats"
import { describe, expect, test } from "vitest"
import { exampleOf } from "@/lib/api/example"
import { DOCUMENT } from "@/scripts/generate/openapi.mjs"

const text = readFileSync(DOCUMENT, "utf8")
const document: Json = JSON.parse(text)

type Json = { [name: string]: unknown }

const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const ajv = new Ajv2020({ strict: false, allErrors: true })
addFormats.default(ajv)
ajv.addSchema(document, "document")

/** What is wrong with a value of the schema at a place of the document. */
function problemsOf(pointer: string, value: unknown): string[] {
  const validate = ajv.compile({ $ref: `document#${encodeURI(pointer)}` })
  if (validate(value)) return []
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
}

const escapeName = (name: string) => name.replaceAll("~", "~0").replaceAll("/", "~1")

/** `isPart`: an example of the whole shows that it admits a value. */
type Described = { pointer: string; value: Json; name: string; isPart?: boolean }

/** Every object of the document with its place, and the name under which it stands. */
function* walk(value: unknown, pointer = "", name = ""): Generator<Described> {
  if (Array.isArray(value)) {
    for (const [at, each] of value.entries()) yield* walk(each, `${pointer}/${at}`, name)
  }
  if (!isObject(value)) return
  yield { pointer, value, name: typeof value.name === "string" ? value.name : name }
  for (const [key, each] of Object.entries(value)) {
    yield* walk(each, `${pointer}/${escapeName(key)}`, key)
  }
}

/** The places of whole schemas: of parameters, bodies, answers, headers and components. */
function* listRoots(): Generator<Described> {
  for (const { pointer, value, name } of walk(document)) {
    if (isObject(value.schema)) yield { pointer: `${pointer}/schema`, value: value.schema, name }
    if (pointer !== "/components/schemas") continue
    for (const [each, schema] of Object.entries(value)) {
      if (isObject(schema)) yield { pointer: `${pointer}/${each}`, value: schema, name: "" }
    }
  }
}

/** A schema and all that it is made of. */
function* listSchemas({ pointer, value, name, isPart = false }: Described): Generator<Described> {
  yield { pointer, value, name, isPart }
  for (const word of ["items", "additionalProperties"]) {
    const inner = value[word]
    if (!isObject(inner)) continue
    yield* listSchemas({ pointer: `${pointer}/${word}`, value: inner, name, isPart: true })
  }
  for (const word of ["anyOf", "oneOf", "allOf"]) {
    for (const [at, inner] of [value[word] ?? []].flat().entries()) {
      if (isObject(inner)) {
        yield* listSchemas({ pointer: `${pointer}/${word}/${at}`, value: inner, name })
      }
    }
  }
  for (const [key, inner] of Object.entries(isObject(value.properties) ? value.properties : {})) {
    if (!isObject(inner)) continue
    yield* listSchemas({
      pointer: `${pointer}/properties/${escapeName(key)}`,
      value: inner,
      name: key,
      isPart: true,
    })
  }
}

/** Each once: errors have the same schema in all operations. */
const schemas = [
  ...new Map(
    [...listRoots()]
      .flatMap((root) => [...listSchemas(root)])
      .map((place) => [JSON.stringify(place.value), place]),
  ).values(),
]
const { components } = document as { components: { schemas: Json } }

describe("the schemas of the OpenAPI document", () => {
  test("are those of parameters, bodies and answers", () => {
    expect(schemas.length).toBeGreaterThan(500)
  })

  test("admit at least one value each, and the default and the examples they name", () => {
    const wrong = schemas.flatMap(({ pointer, value, name, isPart }) => {
      const { examples = [], default: usual } = value
      const values = [
        ...(isPart ? [] : [exampleOf(value, components.schemas, name)]),
        ...(usual === undefined ? [] : [usual]),
        ...(Array.isArray(examples) ? examples : []),
      ]
      return values.flatMap((each) =>
        problemsOf(pointer, each).map(
          (problem) => `${pointer}: ${JSON.stringify(each)} ${problem}`,
        ),
      )
    })
    expect(wrong).toEqual([])
  })

  test("admit every value that they list", () => {
    const wrong = schemas.flatMap(({ pointer, value }) => {
      const listed = Array.isArray(value.enum) ? value.enum : []
      return listed.filter((each) => problemsOf(pointer, each).length > 0).map(() => pointer)
    })
    expect(wrong).toEqual([])
  })

  test("admit the examples of bodies and answers", () => {
    const places = [...walk(document)].filter(({ value }) => "example" in value && value.schema)
    expect(places.length).toBeGreaterThan(500)
    const wrong = places.flatMap(({ pointer, value }) =>
      problemsOf(`${pointer}/schema`, value.example).map((problem) => `${pointer}: ${problem}`),
    )
    expect(wrong).toEqual([])
  })
})

test("Redocly's recommended rules find no error", async () => {
  const config = await createConfig({ extends: ["recommended"] })
  const problems = await lintFromString({ source: text, absoluteRef: "openapi.json", config })
  const errors = problems.filter(({ severity }) => severity === "error")
  expect(errors.map(({ message }) => message)).toEqual([])
})
