import type { Tool } from "@modelcontextprotocol/server"
import type { Operations } from "./operations"
import { vocabularyOf } from "./quote-data"
import type { ToolKind, ToolSpec } from "./tool"
import {
  answerSchemas,
  describeInput,
  describeOutput,
  describeVariants,
  type ObjectSchema,
} from "./tool-schemas"
import { toolSpecs } from "./tools"

/** A tool as it is listed, with the data that its calls need. */
export type CatalogTool = {
  spec: ToolSpec
  input: ObjectSchema
  listed: Tool
  vocabulary: ReadonlySet<string>
}

/** All tools by name, made from the contracts of their operations. */
export function createCatalog(operations: Operations): ReadonlyMap<string, CatalogTool> {
  return new Map(
    toolSpecs.map((spec) => {
      const input = describeInput(spec, operations)
      const vocabulary = new Set(
        answerSchemas(spec, operations).flatMap((schema) => [...vocabularyOf(schema)]),
      )
      return [spec.name, { spec, input, vocabulary, listed: toListed(spec, input, operations) }]
    }),
  )
}

function toListed(spec: ToolSpec, inputSchema: ObjectSchema, operations: Operations): Tool {
  const { name, title, description, kind } = spec
  const variants =
    name === "quote_action" && describeVariants(operations["POST /api/v1/quote"].contract)
  const listed = {
    name,
    title,
    description: variants ? `${description} Fields of each action: ${variants}.` : description,
    inputSchema,
    outputSchema: describeOutput(spec, operations),
    annotations: HINTS[kind],
  }
  // In the form in which it is sent: without undefined fields.
  return JSON.parse(JSON.stringify(listed))
}

/** Signed transactions that are sent again change nothing more; a post that is written again, a day later, is another. */
const HINTS: Record<ToolKind, Tool["annotations"]> = {
  read: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  draft: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  send: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: true },
  publish: {
    ...{ readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true },
  },
}
