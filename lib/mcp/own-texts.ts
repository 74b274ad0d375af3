import { z } from "zod"
import { warningCodes } from "@/lib/actions/plan"
import { contractErrors } from "@/lib/errors/contracts"
import { errorCodes } from "@/lib/http/errors"
import { isOwnEffect, isOwnMessage } from "./quote-text"
import { isRecord } from "./record"

const knownCodes = new Set([
  ...errorCodes,
  ...Object.keys(contractErrors),
  ...warningCodes,
  ...["INSUFFICIENT_BALANCE", "REVERTED"],
])

const assets = z.array(z.object({ symbol: z.string() }))
const quoted = z.object({ action: z.string(), effect: z.string(), in: assets, out: assets })

/** The service's own sentences in an answer: remedies, and messages and effects that name nothing that users named. */
export function listOwnTexts(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(listOwnTexts)
  if (!isRecord(value)) return []
  const { code, message, remedy, details = [] } = value
  const quote = quoted.safeParse(value).data
  const effects = quote && isOwnEffect(quote) ? [quote.effect] : []
  const inside = [...effects, ...Object.values(value).flatMap(listOwnTexts)]
  if (typeof code !== "string" || !knownCodes.has(code)) return inside
  const named = isOwnMessage(code) ? [message, ...[details].flat().flatMap(listDetailTexts)] : []
  return [...inside, ...[remedy, ...named].filter((text) => typeof text === "string")]
}

const listDetailTexts = (detail: unknown) => (isRecord(detail) ? [detail.path, detail.message] : [])
