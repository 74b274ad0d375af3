import type { CallToolResult } from "@modelcontextprotocol/server"
import type { OperationResult } from "@/lib/api/run-operation"
import type { CatalogTool } from "./catalog"
import { listOwnTexts } from "./own-texts"
import { quoteData } from "./quote-data"
import { OPEN, QUOTATION_NOTE } from "./quote-text"
import { isRecord } from "./record"

/** Common clients cut or refuse longer answers. */
const MAX_TEXT_LENGTH = 24_000
const MAX_ROWS = 100

type Done = Extract<OperationResult, { ok: true }>

/** The answer as data, and the same as text in which what users wrote is marked. */
export function toToolResult(
  { spec, vocabulary }: CatalogTool,
  { value, headers }: Done,
  parts: readonly [string, OperationResult][],
): CallToolResult {
  const cut: Record<string, number> = {}
  const trim = (name: string, each: unknown) => {
    if (!Array.isArray(each) || each.length <= MAX_ROWS) return each
    cut[name] = each.length
    return each.slice(0, MAX_ROWS)
  }
  const answer: Record<string, unknown> =
    spec.field || !isRecord(value)
      ? { [spec.field ?? "value"]: trim(spec.field ?? "value", value) }
      : value
  const unavailable = parts.flatMap(([part, read]) =>
    read.ok ? [] : [{ part, code: read.error.code, message: read.error.message }],
  )
  const structuredContent = {
    ...answer,
    ...Object.fromEntries(
      parts.flatMap(([part, read]) => (read.ok ? [[part, trim(part, read.value)]] : [])),
    ),
    ...(unavailable.length > 0 && { unavailable }),
    ...(Object.keys(cut).length > 0 && { rowsInAll: cut }),
  }
  const block = headers.get("x-indexed-block")
  const words = new Set([
    ...vocabulary,
    ...parts.map(([part]) => part),
    ...listOwnTexts(structuredContent),
  ])
  const text = writeText(quoteData(structuredContent, words), spec.title, block)
  return { content: [{ type: "text", text }], structuredContent }
}

function writeText(data: string, title: string, block: string | undefined) {
  const head = [
    `${title}.`,
    ...(block ? [`Indexed up to block ${block}.`] : []),
    ...(data.includes(OPEN) ? [QUOTATION_NOTE] : []),
  ].join(" ")
  return `${head}\n${shorten(data)}`
}

/** Cuts between quotations, or within one that it closes again. */
function shorten(data: string) {
  if (data.length <= MAX_TEXT_LENGTH) return data
  const kept = data.slice(0, MAX_TEXT_LENGTH)
  const isOpen = kept.lastIndexOf(OPEN) > kept.lastIndexOf("⟧")
  return `${isOpen ? kept.slice(0, kept.lastIndexOf(`"${OPEN}`)) : kept}\nThe rest is left out: ask for fewer rows or parts, or read structuredContent.`
}
