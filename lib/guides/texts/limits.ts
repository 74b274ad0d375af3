import { MOST_OF_WALLET } from "@/lib/actions/send/places"
import { MOST_TRANSACTIONS } from "@/lib/actions/send/schema"
import { MAX_JSON_BYTES } from "@/lib/api/body"
import { type RateLimitPolicy, readQuotas } from "@/lib/api/rate-limit"
import { formatInteger } from "@/lib/format"
import { writeKeySetup } from "@/lib/guides/commands"
import type { Guide } from "@/lib/guides/guide"
import { writeTable } from "@/lib/markdown/table"
import { KEPT_DAYS, MAX_STREAMS, MAX_TOPICS } from "@/lib/streams/constants"

/** What each window counts, and for whom. */
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

export const limits: Guide = {
  slug: "limits",
  title: "Limits",
  summary: "How many requests are allowed, and how large things may be.",
  write: (
    facts,
  ) => `Requests are counted in sliding windows. Every answer tells the window that it counts against:

${writeKeySetup(facts)}

\`\`\`bash
curl -s -D - -o tokens.json -H "X-API-Key: $KEY" "$ATOLL/api/v1/tokens?limit=1" | grep -i ratelimit
\`\`\`

\`X-RateLimit-Limit\`, \`-Remaining\` and \`-Reset\` (Unix seconds), and \`RateLimit\` with \`RateLimit-Policy\` after the IETF's draft. Beyond
the limit the answer is 429 \`RATE_LIMITED\` with \`Retry-After\` in seconds. A refused request is not counted.

## Requests

This deployment allows:

${writeWindows()}

## Sizes

${writeTable(
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
)}

## Lists

Lists have one of two forms. Those with \`page\` have \`total\` and \`hasMore\` in the answer's \`pagination\`.
Those with \`cursor\` have \`nextCursor\`, null at the end: they neither skip nor repeat a row while new ones come. \`limit\` is the
number of rows; more than allowed counts as the most.

## Freshness

Answers from the index carry \`X-Indexed-Block\` and \`X-Chain-Head\`: they are as old as the difference. \`ETag\` with \`If-None-Match\`
saves the transfer of an answer that has not changed; the request still counts.
`,
}
