import {
  ProtocolError,
  ProtocolErrorCode,
  type ReadResourceResult,
  ResourceNotFoundError,
  type ResourceTemplateType,
} from "@modelcontextprotocol/server"
import { ADDRESS_PATTERN } from "@/lib/address"
import type { Sender } from "@/lib/api/run-operation"
import { callTool } from "./call-tool"
import { countMessage } from "./count"
import { GUIDE_TYPE, readGuide } from "./guides"
import { isRecord } from "./record"
import type { ServerFacts } from "./server-facts"
import { writeMarkdown } from "./write-markdown"

type Template = {
  /** What stands between the scheme and the last segment. */
  folder: string
  name: string
  title: string
  description: string
  tool: string
  /** The tool's argument that the last segment is. */
  argument: "address" | "wallet" | "postId"
  include?: readonly string[]
}

const templates: readonly Template[] = [
  {
    folder: "tokens",
    name: "token",
    title: "Token",
    description: "A token with its risks and latest trades.",
    tool: "get_token",
    argument: "address",
    include: ["safety", "trades"],
  },
  {
    folder: "markets",
    name: "market",
    title: "Prediction market",
    description: "A market with its outcomes, resolution, orders and latest purchases.",
    tool: "get_market",
    argument: "address",
    include: ["orders", "purchases"],
  },
  {
    folder: "portfolios",
    name: "portfolio",
    title: "Portfolio",
    description: "What a wallet holds and owes, with its shares in markets.",
    tool: "get_portfolio",
    argument: "wallet",
  },
  {
    folder: "posts",
    name: "post",
    title: "Post",
    description: "A post of the Reef with its comments.",
    tool: "get_post",
    argument: "postId",
  },
]

export const resourceTemplates = (): ResourceTemplateType[] =>
  templates.map(({ folder, name, title, description, argument }) => ({
    uriTemplate: `atoll://${folder}/{${argument}}`,
    name,
    title,
    description,
    mimeType: GUIDE_TYPE,
  }))

const DATA_URI = /^atoll:\/\/(\w+)\/([\w-]{1,64})$/

/** A guide, or a record as Markdown, in the name of the sender. */
export async function readResource(
  uri: string,
  facts: ServerFacts,
  sender: Sender,
): Promise<ReadResourceResult> {
  const guide = readGuide(uri)
  const [, folder, id = ""] = DATA_URI.exec(uri) ?? []
  const template = templates.find((each) => each.folder === folder)
  if (guide === undefined && template) return readRecord(uri, template, id, facts, sender)
  await countMessage(sender.ip)
  if (guide === undefined) throw new ResourceNotFoundError(uri)
  return { contents: [{ uri, mimeType: GUIDE_TYPE, text: guide }] }
}

async function readRecord(
  uri: string,
  { tool, argument, include, title }: Template,
  id: string,
  { catalog, operations }: ServerFacts,
  sender: Sender,
): Promise<ReadResourceResult> {
  const entry = catalog.get(tool)
  if (!entry) throw new Error(`${tool} is missing`)
  const given = { [argument]: id, ...(include && { include }) }
  const { isError, structuredContent } = await callTool(entry, given, sender, operations)
  const record = isRecord(structuredContent) ? structuredContent : {}
  if (isError) throw toProtocolError(uri, record)
  const text = writeMarkdown(title, record, entry.vocabulary)
  return { contents: [{ uri, mimeType: GUIDE_TYPE, text }] }
}

function toProtocolError(uri: string, { error }: Readonly<Record<string, unknown>>) {
  const code = isRecord(error) ? String(error.code) : ""
  if (/NOT_FOUND$|^VALIDATION_FAILED$/.test(code)) return new ResourceNotFoundError(uri)
  return new ProtocolError(ProtocolErrorCode.InternalError, code, error)
}

/** Addresses that fit a text: those of tokens or markets whose name, symbol or address it is part of. */
export async function completeAddress(
  value: string,
  kind: "token" | "market",
  { catalog, operations }: ServerFacts,
  sender: Sender,
): Promise<string[]> {
  const entry = catalog.get(kind === "token" ? "list_tokens" : "list_markets")
  if (!entry) return []
  const given = { search: value.slice(0, 100), limit: 20 }
  const { structuredContent } = await callTool(entry, given, sender, operations)
  const rows = isRecord(structuredContent) ? structuredContent.data : []
  if (!Array.isArray(rows)) return []
  return rows.flatMap((row: unknown) => {
    const address = isRecord(row) ? row.address : undefined
    return typeof address === "string" && ADDRESS_PATTERN.test(address) ? [address] : []
  })
}
