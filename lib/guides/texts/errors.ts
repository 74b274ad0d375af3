import { errorCodes, errorStatus } from "@/lib/api/errors"
import { remedyOf } from "@/lib/api/remedies"
import { apiErrors } from "@/lib/errors/api"
import { writeKeySetup } from "@/lib/guides/commands"
import type { Guide } from "@/lib/guides/guide"
import { writeTable } from "@/lib/markdown/table"

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

export const errors: Guide = {
  slug: "errors",
  title: "Errors",
  summary: "The form of errors, what to do about them, and every code.",
  write: (
    facts,
  ) => `Every refusal has the same form. \`code\` is stable: decide by it. \`error\` is for people and may change, and so may \`remedy\`,
which says what to do about it. \`requestId\` equals the header \`X-Request-Id\`; name it when you report a problem. \`details\` names
the fields that are wrong. MCP and the SDKs have the same, in their own words where that matters.

${writeKeySetup(facts)}

\`\`\`bash
curl -s -H "X-API-Key: $KEY" "$ATOLL/api/v1/tokens?limit=0" | jq '{code, error, remedy, details}'
\`\`\`

## Unknown parameters and fields

They are ignored. One case is refused: a list whose query has a parameter that was meant to be another (\`statuses\` for \`status\`)
answers 400 and names that one, as all rows in place of a choice would mislead.

## What to try again

- Reads: on 429 and 503, after \`Retry-After\` seconds.
- \`POST /api/v1/transactions/send\`: at any time. The same signed transactions are sent once; the answer is the same. After a lost
  answer, or \`MAYBE_SENT\`, ask with them again before you sign anything in their place.
- \`POST /api/v1/quote\` and \`/transactions/build\`: at any time, nothing is reserved.
- Other writes: only after you have looked whether the first one was done.

## Errors of contracts

An action that a contract would refuse is not an error of the request. A quote has \`blockers\`, a build \`simulation.revert\`, a reverted
transaction \`error\`: each with \`code\`, \`message\` and \`remedy\`, where \`code\` may be the name of the contract's error.

## All codes

A few operations answer a code with another status than here; the [API reference](/docs/api) says which.

${writeCodes()}
`,
}
