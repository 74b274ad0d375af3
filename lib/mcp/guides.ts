import type { CallToolResult, Resource, Tool } from "@modelcontextprotocol/server"
import { readFacts } from "@/lib/guides/facts"
import { writeGuide } from "@/lib/guides/guide"
import { findGuide, guides } from "@/lib/guides/registry"
import { invalid } from "@/lib/http/errors"
import { resolveRequestId } from "@/lib/http/security"
import { explainAll } from "./field-words"
import { toToolError } from "./tool-error"

export const GUIDE_TYPE = "text/markdown"

const GUIDE_URI = /^atoll:\/\/guides\/([\w-]+)$/

/** The guides as resources. */
export const guideResources = (): Resource[] =>
  guides.map(({ slug, title, summary }) => ({
    uri: `atoll://guides/${slug}`,
    name: slug,
    title,
    description: summary,
    mimeType: GUIDE_TYPE,
  }))

/** The text of a guide's address; undefined for another address. */
export function readGuide(uri: string): string | undefined {
  const slug = GUIDE_URI.exec(uri)?.[1]
  return slug === undefined ? undefined : writeGuideText(slug)
}

function writeGuideText(slug: string): string | undefined {
  const guide = findGuide(slug)
  return guide && writeGuide(guide, readFacts())
}

/** For clients that read no resources. */
export const guideTool = (): Tool =>
  // As it is sent.
  JSON.parse(JSON.stringify(describeGuideTool()))

const describeGuideTool = () => ({
  name: "get_guide",
  title: "Read a guide",
  description: `How to use Atoll, in Markdown: ${guides.map(({ slug, title }) => `${slug} (${title})`).join(", ")}.`,
  inputSchema: {
    type: "object",
    properties: explainAll({ guide: { type: "string", enum: guides.map(({ slug }) => slug) } }),
    required: ["guide"],
    additionalProperties: false,
  },
  outputSchema: {
    type: "object",
    properties: explainAll({ text: { type: "string" }, error: { type: "object" } }),
  },
  annotations: {
    readOnlyHint: true,
    destructiveHint: false,
    idempotentHint: true,
    openWorldHint: false,
  },
})

export function callGuideTool(args: Readonly<Record<string, unknown>>): CallToolResult {
  const text = typeof args.guide === "string" ? writeGuideText(args.guide) : undefined
  if (text !== undefined) return { content: [{ type: "text", text }], structuredContent: { text } }
  const slugs = guides.map(({ slug }) => slug).join(", ")
  return toToolError(invalid("guide", `must be one of ${slugs}`), resolveRequestId())
}
