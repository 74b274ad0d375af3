import type { Tool } from "@modelcontextprotocol/server"
import { describe, expect, test } from "vitest"
import { operations } from "@/app/mcp/operations"
import type { JsonSchema } from "@/lib/api/json-schema"
import { createCatalog } from "@/lib/mcp/catalog"
import { fieldWords } from "@/lib/mcp/field-words"
import { guideTool } from "@/lib/mcp/guides"
import { describeExecute } from "@/sdk/src/mcp/execute-action"

const listed = [...createCatalog(operations).values()].map((tool) => tool.listed)
const build = listed.find(({ name }) => name === "build_action")
const tools: Tool[] = [...listed, guideTool(), ...(build ? [describeExecute(build)] : [])]

const TYPES = ["object", "array", "string", "integer", "number", "boolean", "null"]

/** What is missing of a schema and of all that it is made of. */
function* listGaps(schema: JsonSchema, place: string): Generator<string> {
  const { type, anyOf = [], items, properties = {} } = schema
  if (anyOf.length === 0 && !TYPES.includes(`${type}`)) yield `${place} has no type`
  if (type === "array" && !items) yield `${place} has no items`
  for (const each of anyOf) yield* listGaps(each, `${place}|`)
  if (items) yield* listGaps(items, `${place}[]`)
  for (const [name, field] of Object.entries(properties)) {
    if (!field.description) yield `${place}.${name} has no description`
    yield* listGaps(field, `${place}.${name}`)
  }
}

describe("the properties of every tool", () => {
  test.each(tools.map((tool) => [tool.name, tool] as const))(
    "%s have a type, items and a description, in arguments and answer",
    (_, { inputSchema, outputSchema }) => {
      const sides = { inputSchema, outputSchema }
      for (const [side, schema] of Object.entries(sides)) {
        // The protocol's types leave open what a property is.
        expect([...listGaps(JSON.parse(JSON.stringify(schema)), side)]).toEqual([])
      }
    },
  )

  test("name their values where they are closed", () => {
    const { properties = {} } = build?.inputSchema ?? {}
    expect(properties).toMatchObject({
      payWith: { type: "string", description: expect.stringContaining("usdb") },
      timeframe: { anyOf: [{ type: "integer" }, { type: "string" }] },
      side: { enum: ["bull", "bear"] },
    })
    const post = tools.find(({ name }) => name === "write_post")
    expect(post?.inputSchema.properties).toMatchObject({ body: { type: "string" } })
    const markets = tools.find(({ name }) => name === "list_markets")
    expect(JSON.stringify(markets?.outputSchema)).toContain('"awaiting_proposal"')
  })

  test("list_trades and list_activity describe the rows that they answer", () => {
    for (const name of ["list_trades", "list_activity"]) {
      const tool = tools.find((each) => each.name === name)
      expect(tool?.outputSchema?.properties).toMatchObject({ data: { type: "array" } })
    }
  })

  test("are explained by words that are used", () => {
    const text = JSON.stringify(tools)
    const unused = Object.keys(fieldWords).filter((name) => !text.includes(`"${name}":`))
    expect(unused).toEqual([])
  })
})

test("hints say what a tool does: a post that is written twice may be two posts", () => {
  const hints = Object.fromEntries(tools.map(({ name, annotations }) => [name, annotations]))
  expect(hints.write_post).toMatchObject({ idempotentHint: false, destructiveHint: false })
  expect(hints.send_transactions).toMatchObject({ idempotentHint: true, destructiveHint: true })
})
