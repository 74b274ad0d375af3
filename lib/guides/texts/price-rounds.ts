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

The bet belongs to the current round; early stakes get more shares than late ones. The quote's \`out\` is the shares, its
\`effect\` says when betting ends: a tenth of the duration before the round does, \`bettingEndsAt\` in the lists. After that a bet is
refused (\`BettingClosed\`). The warning \`NOTHING_TO_WIN\` says that nobody has bet on the other side: then a win pays the stake
back and nothing more.

A round starts at a price that is at most a tenth of its duration old, one minute to one hour. While the feed has none, no round
is open (\`NoActiveRound\`); the next one opens with the feed's next update, and anybody may call \`startRound\`.

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
