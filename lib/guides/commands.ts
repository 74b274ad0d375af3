import type { GuideFacts } from "./guide"

/** What the examples of guides begin with. */
export const writeSetup = ({ origin }: GuideFacts) => `\`\`\`bash
export ATOLL=${origin}
JSON='content-type: application/json'
\`\`\``

const NEEDS = `The commands need an API key in \`$KEY\`. The [quickstart](/docs/quickstart) creates one.`

const NEEDS_WALLET = `The commands need an API key in \`$KEY\`, its wallet's address in \`$WALLET\`, the wallet's private key in
\`$PRIVATE_KEY\`, and \`sign.mjs\`. The [quickstart](/docs/quickstart) has all of them.`

/** For guides that only read. */
export const writeKeySetup = (facts: GuideFacts) => `${NEEDS}\n\n${writeSetup(facts)}`

/** For guides that act: two functions that quote an action, and perform it. */
export const writeActionSetup = (facts: GuideFacts) => `${NEEDS_WALLET}

\`\`\`bash
export ATOLL=${facts.origin}
JSON='content-type: application/json'

# Tells what an action would do in the next block.
quote() {
  curl -s --fail-with-body -H "X-API-Key: $KEY" -H "$JSON" -d "$1" "$ATOLL/api/v1/quote" |
    jq 'if .error then . else {effect, in, out, fees, warnings, blockers} end'
}

# Builds the transactions of an action, signs them here, and sends them.
perform() {
  curl -s --fail-with-body -H "X-API-Key: $KEY" -H "$JSON" -d "$1" "$ATOLL/api/v1/transactions/build" |
    node sign.mjs > signed.json || return 1
  curl -s --fail-with-body -H "X-API-Key: $KEY" -H "$JSON" -d @signed.json "$ATOLL/api/v1/transactions/send" |
    jq 'if .error then . else .transactions[] | {hash, status, error, events: [.events[].type]} end'
}
\`\`\``
