import { warningCodes } from "@/lib/actions/plan"
import { errorCodes } from "@/lib/api/errors"
import { contractErrors } from "@/lib/errors/contracts"
import { isOwnMessage } from "./quote-text"
import { isRecord } from "./record"

const knownCodes = new Set([
  ...errorCodes,
  ...Object.keys(contractErrors),
  ...warningCodes,
  ...["INSUFFICIENT_BALANCE", "REVERTED"],
])

/** The service's own sentences in an answer: remedies, and messages that name nothing that users named. */
export function listOwnTexts(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(listOwnTexts)
  if (!isRecord(value)) return []
  const { code, message, remedy, details = [] } = value
  const inside = Object.values(value).flatMap(listOwnTexts)
  if (typeof code !== "string" || !knownCodes.has(code)) return inside
  const named = isOwnMessage(code) ? [message, ...[details].flat().flatMap(listDetailTexts)] : []
  return [...inside, ...[remedy, ...named].filter((text) => typeof text === "string")]
}

const listDetailTexts = (detail: unknown) => (isRecord(detail) ? [detail.path, detail.message] : [])
