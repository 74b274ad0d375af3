import type { CallToolResult } from "@modelcontextprotocol/server"
import type { ApiError } from "@/lib/api/errors"
import { quoteData } from "./quote-data"

const REMEDIES: Readonly<Record<string, string>> = {
  VALIDATION_FAILED: "Correct the argument that is named, and call the tool again.",
  UNAUTHENTICATED:
    "This tool needs an API key: sign in as the guide says, and send it as `Authorization: Bearer <key>`.",
  INVALID_API_KEY: "Create another key, or connect without one to read.",
  RATE_LIMITED: "Wait as many seconds as retryAfter says.",
  COOLDOWN_ACTIVE: "Wait as many seconds as retryAfter says.",
  QUOTA_EXCEEDED: "Try again tomorrow.",
  TOKEN_NOT_FOUND: "Find the address with list_tokens or search.",
  MARKET_NOT_FOUND: "Find the address with list_markets or search.",
  POST_NOT_FOUND: "Find the post with read_feed.",
  NOT_OUR_CONTRACT: "Send only transactions that build_action has made.",
  INVALID_TRANSACTION: "Sign the transaction as build_action gives it, and send the whole result.",
  WRONG_CHAIN: "Sign for the chain whose ID build_action names.",
  TRANSACTION_REFUSED: "Build the action again, and sign what is built then.",
  DUPLICATE_CONTENT: "It is published already. Write something else, or nothing.",
  CHAIN_UNAVAILABLE: "Try again in a few seconds.",
  NOT_CONFIGURED: "This service does not offer it.",
}

const remedyFor = ({ code, status }: ApiError) => {
  if (REMEDIES[code]) return REMEDIES[code]
  if (status >= 500) return "Try again in a few seconds."
  return status === 404 ? "Check the name or address." : "Read the message and change the call."
}

/** A refusal of the service as a tool's error: a model can read it and do better. */
export function toToolError(error: ApiError, requestId: string): CallToolResult {
  const { code, message, details, headers } = error
  const retryAfter = headers["Retry-After"]
  const facts = {
    code,
    message,
    remedy: remedyFor(error),
    requestId,
    ...(details && { details }),
    ...(retryAfter && { retryAfter: Number(retryAfter) }),
  }
  // A message may repeat what was sent, or name what a user has named.
  const { remedy, ...told } = facts
  const text = `${code}. ${remedy}\n${quoteData(told, new Set())}`
  return { isError: true, content: [{ type: "text", text }], structuredContent: { error: facts } }
}
