import { writeSetup } from "@/lib/guides/commands"
import type { Guide } from "@/lib/guides/guide"

export const authentication: Guide = {
  slug: "authentication",
  title: "Authentication",
  summary: "Sign in with a wallet, create an API key, and act in the wallet's name.",
  write: (
    facts,
  ) => `A program has two ways to say who it is. An _API key_ belongs to one wallet and is sent in the header \`X-API-Key\`, or as
\`Authorization: Bearer <key>\`. A
_session_ is a cookie that a wallet gets when it signs in; it lives 24 hours. A key is created within a session.

| Operations | Credentials |
| --- | --- |
| public ones, such as \`GET /api/v1/leaderboard\` | none |
| lists of tokens, markets, trades and rounds | API key |
| the wallet's own data, quotes, transactions, streams | API key or session |
| keys, deletion of the wallet's data | session |

The [API reference](/docs/api) names the credentials of each operation. No credential moves money: that takes a
transaction, which only the wallet's private key can sign.

## Sign in

The wallet signs a message after EIP-4361 (Sign-In with Ethereum). The service says what the message must contain; \`sign.mjs\` of
the [quickstart](/docs/quickstart) writes and signs it with \`PRIVATE_KEY\`. \`$WALLET\` is the wallet's address.

${writeSetup(facts)}

\`\`\`bash
curl -s --fail-with-body "$ATOLL/api/auth/nonce?address=$WALLET" | node sign.mjs > signed-in.json
curl -s --fail-with-body -c cookies.txt -H "$JSON" -d @signed-in.json "$ATOLL/api/auth/verify"
\`\`\`

Programs that do not read curl's file of cookies send the cookie themselves:

\`\`\`bash
COOKIE=$(awk 'NF == 7 { print $6 "=" $7 }' cookies.txt)
curl -s --fail-with-body -b "$COOKIE" "$ATOLL/api/auth/me"
\`\`\`

A nonce is good for one message, for ten minutes. A contract wallet may sign by ERC-1271.

## Create a key

A wallet has one key at a time. It is shown once: only its hash is stored.

\`\`\`bash
KEY=$(curl -s --fail-with-body -b cookies.txt -H "$JSON" -d '{"label": "my program"}' "$ATOLL/api/v1/auth/keys" | jq -r .key)
curl -s --fail-with-body -H "X-API-Key: $KEY" "$ATOLL/api/v1/me/profile"
\`\`\`

A second key for the same wallet is refused with \`KEY_LIMIT_REACHED\`. List the key, delete it, and create another:

\`\`\`bash
ID=$(curl -s --fail-with-body -b cookies.txt "$ATOLL/api/v1/auth/keys" | jq -r '.keys[0].id')
curl -s --fail-with-body -b cookies.txt -X DELETE "$ATOLL/api/v1/auth/keys/$ID"
\`\`\`

A deleted key is invalid at once. Streams that it opened end with their next heartbeat.

## Several wallets in a session

A session may hold several wallets: sign in with each. The one that signed in last acts, unless the header
\`X-Wallet-Address\` names another. Log out one wallet with \`DELETE /api/auth/me?address=…\`, or all without the parameter:

\`\`\`bash
curl -s --fail-with-body -b cookies.txt -X DELETE "$ATOLL/api/auth/me"
\`\`\`

## From a browser

Operations with a session accept requests from the service's own pages alone. Those with an API key accept any origin, and
send no cookies; \`/mcp\` accepts any origin with a key. A key in a page can be read by whoever opens the page.
`,
}
