import type { CallToolResult } from "@modelcontextprotocol/server"
import type { ApiError } from "@/lib/http/errors"
import { toolRemedyOf } from "@/lib/http/remedies"
import { listOwnTexts } from "./own-texts"
import { quoteData } from "./quote-data"

/** A refusal of the service as a tool's error: a model can read it and do better. */
export function toToolError(error: ApiError, requestId: string): CallToolResult {
  const { code, message, details, headers } = error
  const retryAfter = headers["Retry-After"]
  const facts = {
    code,
    message,
    remedy: toolRemedyOf(code),
    requestId,
    ...(details && { details }),
    ...(retryAfter && { retryAfter: Number(retryAfter) }),
  }
  const { remedy, ...data } = facts
  const text = `${code}. ${remedy}\n${quoteData(data, new Set(listOwnTexts(facts)))}`
  return { isError: true, content: [{ type: "text", text }], structuredContent: { error: facts } }
}
