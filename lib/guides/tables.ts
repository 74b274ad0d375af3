import { actions } from "@/lib/actions/registry"
import { MOST_OF_WALLET } from "@/lib/actions/send/places"
import { MOST_TRANSACTIONS } from "@/lib/actions/send/schema"
import { MAX_JSON_BYTES } from "@/lib/api/body"
import { type RateLimitPolicy, readQuotas } from "@/lib/api/rate-limit"
import { apiErrors } from "@/lib/errors/api"
import { formatInteger } from "@/lib/format"
import { errorCodes, errorStatus } from "@/lib/http/errors"
import { remedyOf } from "@/lib/http/remedies"
import { writeTable } from "@/lib/markdown/table"
import { KEPT_DAYS, MAX_STREAMS, MAX_TOPICS } from "@/lib/stream-log/constants"

/** Parts of guides that the code generates, by their placeholder in content/docs. */
export const tables: Readonly<Record<string, () => string>> = {
  actions: writeActions,
  codes: writeCodes,
  windows: writeWindows,
  sizes: writeSizes,
}

function writeActions() {
  return actions
    .map(({ name, summary, schema }) => `- \`${name}\`: ${summary} (${schema.meta()?.id})`)
    .join("\n")
}

const STATUS_NOTES: Readonly<Record<number, string>> = {
  400: "The request is wrong. Change it; the same request fails again.",
  401: "Credentials are missing or invalid.",
  403: "The credentials do not allow this.",
  404: "What the path or a field names does not exist.",
  405: "The path does not have this method.",
  409: "It contradicts what is stored.",
  410: "What was asked for is no longer kept.",
  413: "The body is too large.",
  415: "The body has another media type than the operation accepts.",
  422: "The request is well-formed, and what it refers to is not as it should be.",
  429: "Too many requests. `Retry-After` says when to try again.",
  500: "A fault of the service. Report it with the `requestId`.",
  503: "The service, its node or a service behind it is not available. Try again after `Retry-After`.",
}

/** A table of codes for each status. */
function writeCodes() {
  const statuses = [...new Set(Object.values(errorStatus))].sort((a, b) => a - b)
  return statuses.map(writeStatus).join("\n\n")
}

function writeStatus(status: number) {
  const rows = errorCodes
    .filter((code) => errorStatus[code] === status)
    .map((code) => [`\`${code}\``, apiErrors[code].sentence, remedyOf(code)])
  const note = STATUS_NOTES[status]
  return `### ${status}\n\n${note ? `${note}\n\n` : ""}${writeTable(["Code", "Meaning", "Remedy"], rows)}`
}

/** What each window counts, and per whom. */
const WINDOWS: Readonly<Record<RateLimitPolicy, readonly [what: string, whom: string]>> = {
  key: ["requests with an API key", "key"],
  ip: ["requests without a key", "client address"],
  page: [
    "documents and counters: `/llms.txt`, `/api/openapi.json`, `/api/pulse`, …",
    "client address",
  ],
  sync: ["`POST /api/v1/sync` and `/sync/faucet`, each", "client address"],
  view: ["pages", "client address"],
  lookup: ["searches, pages of transactions, pictures", "client address"],
  live: ["live connections of pages that are opened", "client address"],
  rounds: ["current price rounds of open pages", "client address"],
  faucet: ["status and claims of the faucet", "client address"],
  claim: ["claims that reach the payout", "client address"],
  "claim-wallet": ["claims that reach the payout", "wallet"],
  "claim-day": ["claims that reach the payout", "client address"],
  moltbook: ["operations that read Moltbook", "client address"],
  moltbook_post: ["Moltbook posts that are submitted", "client address"],
}

function writeWindows() {
  const quotas = readQuotas()
  const policies = Object.entries(WINDOWS).map(([name, [what, whom]]) => {
    const quota = Object.entries(quotas).find(([each]) => each === name)?.[1] ?? 0
    const isDaily = name === "claim-day"
    return [`\`${name}\``, what, whom, `${formatInteger(quota)} per ${isDaily ? "day" : "minute"}`]
  })
  return writeTable(["Window", "Counts", "For each", "Allows"], policies)
}

function writeSizes() {
  return writeTable(
    ["What", "At most"],
    [
      ["JSON body", `${formatInteger(MAX_JSON_BYTES)} bytes`],
      ["rows of a page of a list (`limit`)", "100"],
      ["transactions of one `POST /api/v1/transactions/send`", `${MOST_TRANSACTIONS}`],
      ["requests of a wallet that wait for transactions at a time", `${MOST_OF_WALLET}`],
      ["topics of a stream", `${MAX_TOPICS}`],
      ["streams of a key at a time", `${MAX_STREAMS}`],
      ["age of a stream's cursor", `${KEPT_DAYS} days`],
      ["API keys of a wallet", "1"],
    ],
  )
}
