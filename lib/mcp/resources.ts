import {
  ProtocolError,
  ProtocolErrorCode,
  type ReadResourceResult,
  ResourceNotFoundError,
  type ResourceTemplateType,
} from "@modelcontextprotocol/server"
import { ADDRESS_PATTERN } from "@/lib/address"
import type { Sender } from "@/lib/api/run-operation"
import { env } from "@/lib/env"
import { writeMarketPage } from "@/lib/markdown/market-page"
import { writePostPage } from "@/lib/markdown/post-page"
import { writeTokenPage } from "@/lib/markdown/token-page"
import { callTool } from "./call-tool"
import { countMessage } from "./count"
import { GUIDE_TYPE, readGuide } from "./guides"
import { isRecord } from "./record"
import type { ServerFacts } from "./server-facts"
import { writeMarkdown } from "./write-markdown"

type Reader = (id: string, facts: ServerFacts, sender: Sender) => Promise<string | null>

type Template = {
  /** The part between the scheme and the last segment. */
  folder: string
  name: string
  title: string
  description: string
  /** Name of the last segment. */
  argument: string
  read: Reader
}

/** Reads the Markdown document of a page. */
const readPage =
  (write: (id: string, origin: string) => Promise<string | null>): Reader =>
  async (id, _, sender) => {
    await countMessage(sender.ip)
    return write(id, env().BASE_URL)
  }

const templates: readonly Template[] = [
  {
    folder: "tokens",
    name: "token",
    title: "Token",
    description: "A token with its risks and latest trades.",
    argument: "address",
    read: readPage((id, origin) => writeTokenPage(id.toLowerCase(), origin)),
  },
  {
    folder: "markets",
    name: "market",
    title: "Prediction market",
    description: "A market with its outcomes and order book.",
    argument: "address",
    read: readPage((id, origin) => writeMarketPage(id.toLowerCase(), origin)),
  },
  {
    folder: "portfolios",
    name: "portfolio",
    title: "Portfolio",
    description: "What a wallet holds and owes, with its shares in markets.",
    argument: "wallet",
    read: readPortfolio,
  },
  {
    folder: "posts",
    name: "post",
    title: "Post",
    description: "A post of the Reef with its comments.",
    argument: "postId",
    read: readPage(writePostPage),
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
  const [, folder, id = ""] = DATA_URI.exec(uri) ?? []
  const template = templates.find((each) => each.folder === folder)
  if (!template) await countMessage(sender.ip)
  const text = template ? await template.read(id, facts, sender) : readGuide(uri)
  if (text === undefined || text === null) throw new ResourceNotFoundError(uri)
  return { contents: [{ uri, mimeType: GUIDE_TYPE, text }] }
}

/** Calls the tool, which also counts the read. */
async function readPortfolio(wallet: string, { catalog, operations }: ServerFacts, sender: Sender) {
  const tool = catalog.get("get_portfolio")
  if (!tool) return null
  const { isError, structuredContent } = await callTool(tool, { wallet }, sender, operations)
  const record = isRecord(structuredContent) ? structuredContent : {}
  // This is an address, because the tool accepts nothing else.
  if (!isError) return writeMarkdown(`Portfolio of ${wallet}`, record, tool.vocabulary)
  const { error } = record
  const code = isRecord(error) ? String(error.code) : "INTERNAL_ERROR"
  if (code === "VALIDATION_FAILED") return null
  throw new ProtocolError(ProtocolErrorCode.InternalError, code, error)
}

/** Addresses that match a text: of tokens or markets whose name, symbol or address contains it. */
export async function completeAddress(
  value: string,
  kind: "token" | "market",
  { catalog, operations }: ServerFacts,
  sender: Sender,
): Promise<string[]> {
  const entry = catalog.get(kind === "token" ? "list_tokens" : "list_markets")
  if (!entry) return []
  const args = { search: value.slice(0, 100), limit: 20 }
  const { structuredContent } = await callTool(entry, args, sender, operations)
  const rows = isRecord(structuredContent) ? structuredContent.data : []
  if (!Array.isArray(rows)) return []
  return rows.flatMap((row: unknown) => {
    const address = isRecord(row) ? row.address : undefined
    return typeof address === "string" && ADDRESS_PATTERN.test(address) ? [address] : []
  })
}
