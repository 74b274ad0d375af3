import { writeActionSetup } from "@/lib/guides/commands"
import type { Guide } from "@/lib/guides/guide"

export const priceRounds: Guide = {
  slug: "price-rounds",
  title: "Price rounds",
  summary: "Bet on the price of an asset rising or falling within minutes or hours.",
  write: (
    facts,
  ) => `Rounds of an asset and timeframe follow each other. Those who bet on the side that wins share the stakes of both sides,
less the fee. A round is canceled, and stakes come back, when no price decides it.

| | |
| --- | --- |
| assets | \`btc\`, \`eth\`, \`bnb\`, \`cake\`, \`doge\`, where the deployment has them |
| timeframes | \`5m\`, \`15m\`, \`1h\`, \`4h\`, \`24h\`, or their codes 0 to 4 |
| sides | \`bull\` (up), \`bear\` (down) |

${writeActionSetup(facts)}

## Bet

\`\`\`bash
BET='{"action": "updown.bet", "asset": "btc", "timeframe": "24h", "side": "bull", "amount": "2000000000000000000", "wallet": "'$WALLET'"}'
quote "$BET"
perform "$BET"
\`\`\`

The bet belongs to the current round; early stakes get more shares than late ones. The quote's \`out\` is the shares.

## Watch

\`\`\`bash
curl -s --fail-with-body -H "X-API-Key: $KEY" "$ATOLL/api/v1/me/updown" | jq .
\`\`\`

\`GET /api/v1/updown/rounds?token=btc&tf=5m\` lists ended rounds, newest first, and the topic \`updown:btc:5m\` of the
[stream](/docs/streams) tells of each change.

## Collect

\`/api/v1/me/updown\` names the rounds that can be claimed. \`updown.claim\` collects several of one asset and timeframe at once:

\`\`\`bash
quote '{"action": "updown.claim", "asset": "btc", "timeframe": "24h", "roundIds": [1], "wallet": "'$WALLET'"}'
\`\`\`
`,
}
