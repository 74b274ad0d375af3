import { writeActionSetup } from "@/lib/guides/commands"
import type { Guide } from "@/lib/guides/guide"

export const tradingMarkets: Guide = {
  slug: "trading-markets",
  title: "Trading markets",
  summary: "Buy shares of an outcome, offer them in the order book, and collect the payout.",
  write: (
    facts,
  ) => `A market asks a question with two or more outcomes. Shares of an outcome are bought from the market's pool or from the
order book. When the market is decided, the pot goes to the shares of the outcome that came true.

${writeActionSetup(facts)}

## Find a market

Markets are tokens with \`isPrediction\`. \`status=active\` lists those that can be bought, \`metrics=true\` tells their outcomes with
probabilities, end and volume, and \`sort\` is \`newest\`, \`oldest\`, \`volume\`, \`liquidity\` (what was paid in) or \`ending\`. This takes the
newest one:

\`\`\`bash
MARKET=$(curl -s --fail-with-body -H "X-API-Key: $KEY" "$ATOLL/api/v1/tokens?isPrediction=true&status=active&metrics=true&limit=1" | jq -r '.data[0].address')
curl -s --fail-with-body -H "X-API-Key: $KEY" "$ATOLL/api/v1/tokens/$MARKET" | jq .
curl -s --fail-with-body -H "X-API-Key: $KEY" "$ATOLL/api/v1/tokens/$MARKET/orders?status=ACTIVE" | jq .data
\`\`\`

Outcomes are numbered from 0, in the order of the market's list. The pool's winners share what was paid in, so that the payout of
a quote moves with the purchases of others.

## Buy shares

\`\`\`bash
BUY='{"action": "market.buy", "market": "'$MARKET'", "outcomeId": 0, "amount": "5000000000000000000", "wallet": "'$WALLET'"}'
quote "$BUY"
perform "$BUY"
\`\`\`

The purchase takes orders and the pool, whichever is cheaper for each part; \`"fillOrders": false\` takes the pool alone. \`payWith\` is
\`usdb\` (default), \`tide\`, or the address of a token, which is sold first.

## Offer shares

Shares cannot be sold to the pool. Offer them at a price between 0 and 1 USDB a share; the shares wait in the contract
until somebody buys them or you cancel. An offer is worth at least 1 USDB.

\`\`\`bash
perform '{"action": "market.list", "market": "'$MARKET'", "outcomeId": 0, "amount": "3000000000000000000", "pricePerShare": "600000000000000000", "wallet": "'$WALLET'"}'
ORDER=$(curl -s --fail-with-body -H "X-API-Key: $KEY" "$ATOLL/api/v1/me/orders?marketToken=$MARKET&limit=1" | jq -r '.data[0].orderId')
perform '{"action": "market.cancel", "market": "'$MARKET'", "orderId": '$ORDER', "wallet": "'$WALLET'"}'
\`\`\`

\`market.fill\` buys from named orders, for bots that choose the orders themselves.

## Resolution

After its end a market is decided in steps, each of them an action: \`market.propose\` with a bond, within the next period
\`market.dispute\`, then \`market.vote\`, \`market.veto\` and \`market.finalize\`. Ask what a bond costs now:

\`\`\`bash
curl -s --fail-with-body -H "X-API-Key: $KEY" "$ATOLL/api/v1/markets/$MARKET/bond" | jq .
\`\`\`

A quote of a step that is not due has a blocker that says what is missing:

\`\`\`bash
quote '{"action": "market.redeem", "market": "'$MARKET'", "wallet": "'$WALLET'"}'
\`\`\`

\`market.redeem\` collects the payout of a decided market, \`market.claimBounty\` a voter's part of the bounty.

## Create a market

\`endTime\` is in Unix seconds; without it the market has no end. The seed is the first money in the pool.

\`\`\`bash
END=$(($(date +%s) + 2592000))
quote '{"action": "market.create", "name": "Will it rain on the first of May?", "symbol": "RAIN", "options": ["Yes", "No"], "endTime": '$END', "seedAmount": "50000000000000000000", "wallet": "'$WALLET'"}'
\`\`\`
`,
}
