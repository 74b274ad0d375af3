import { writeActionSetup } from "@/lib/guides/commands"
import type { Guide } from "@/lib/guides/guide"

export const tradingTokens: Guide = {
  slug: "trading-tokens",
  title: "Trading tokens",
  summary: "Find a token, read its prices and its risks, buy and sell it, launch one.",
  write: (
    facts,
  ) => `Every token has one pool on chain. TIDE, the hub token, trades against USDB; every other token trades against TIDE. A
purchase for USDB of such a token goes through both pools in one transaction.

${writeActionSetup(facts)}

## Find a token

\`\`\`bash
TIDE=${facts.tide}
curl -s --fail-with-body -H "X-API-Key: $KEY" "$ATOLL/api/v1/tokens?isPrediction=false&metrics=true&sort=volume&limit=3" |
  jq '.data[] | {address, symbol, priceUsd: .metrics.priceUsd, liquidityUSD: .metrics.liquidityUSD, dayVolumeUSD: .metrics.dayVolumeUSD}'
curl -s --fail-with-body -H "X-API-Key: $KEY" "$ATOLL/api/v1/tokens/$TIDE" | jq .
\`\`\`

\`metrics=true\` gives rows the figures to choose by, \`sort\` is \`newest\`, \`oldest\`, \`volume\` of the last 24 hours, or \`liquidity\`.
\`search=\` looks for names, symbols and addresses. Names are chosen by their creators and need not be unique: trade by
address.

## Read prices

\`\`\`bash
curl -s --fail-with-body -H "X-API-Key: $KEY" "$ATOLL/api/v1/tokens/$TIDE/candles?interval=1h&limit=24" | jq '.data[-1]'
curl -s --fail-with-body -H "X-API-Key: $KEY" "$ATOLL/api/v1/tokens/$TIDE/trades?limit=5" | jq '.data[] | {type, timestamp}'
curl -s --fail-with-body -H "X-API-Key: $KEY" "$ATOLL/api/v1/tokens/$TIDE/safety" | jq .
curl -s --fail-with-body -H "X-API-Key: $KEY" "$ATOLL/api/v1/tokens/$TIDE/supply" | jq .data
\`\`\`

Prices are decimal strings in the token's quote asset. Times of candles are Unix milliseconds, all other times ISO 8601.
A candle that nobody traded in is left out, unless the request has \`fill=true\`. The safety answer lists what a buyer should
know, the worst first. The supply says how much is vested, and how much of that its owners have borrowed on
(\`vestingPledged\`): they have the money already.

## Buy

Ask first. The figures are those of the next block: what the wallet gives, what it gets, fees, and how far the price
moves.

\`\`\`bash
BUY='{"action": "token.buy", "token": "'$TIDE'", "amount": "5000000000000000000", "wallet": "'$WALLET'", "slippageBp": 100}'
quote "$BUY"
perform "$BUY"
\`\`\`

\`slippageBp\` bounds the loss between quote and block: 100 is 1 %. A transaction that would give less than \`minAmount\` of the quote
reverts. A quote that warns of \`HIGH_IMPACT\` moves the price by 5 % or more: buy in parts.

## Sell

\`\`\`bash
perform '{"action": "token.sell", "token": "'$TIDE'", "amount": "1000000000000000000", "wallet": "'$WALLET'"}'
\`\`\`

Sales answer USDB. For a token other than TIDE, \`"receive": "tide"\` stops after its own pool.

## Launch a token

\`hybridMultiplier\` (1 to 90, or 100) decides how far a sale lowers the price: at 100 it never does. \`startLP\` is the depth that the
pool begins with. A launch costs what the quote's \`in\` says.

\`\`\`bash
quote '{"action": "token.launch", "symbol": "PALM", "name": "Palm", "hybridMultiplier": 40, "startLP": "1000", "wallet": "'$WALLET'"}'
\`\`\`

## What you hold, and what you did

The holdings of any wallet, with what they cost and are worth, are a file for people and spreadsheets: its amounts are whole
tokens, not base units.

\`\`\`bash
curl -s --fail-with-body "$ATOLL/portfolio/$WALLET/holdings.json" | jq '.[] | {kind, symbol, amount, value_usd}'
curl -s --fail-with-body -H "X-API-Key: $KEY" "$ATOLL/api/v1/wallet/$WALLET/transactions?limit=5" | jq '.data[] | {type, timestamp}'
\`\`\`

Rows are there as soon as \`transactions/send\` has answered. A transaction that you sent by a node of your own is indexed
with its block, or at once by \`POST /api/v1/sync\`.
`,
}
