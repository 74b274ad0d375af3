import { writeKeySetup } from "@/lib/guides/commands"
import type { Guide } from "@/lib/guides/guide"

export const streams: Guide = {
  slug: "streams",
  title: "Streams",
  summary: "Rows as they are indexed, as server-sent events that can be resumed.",
  write: (
    facts,
  ) => `\`GET /api/v1/stream?topics=…\` sends rows as soon as they are indexed. The connection stays open; each message names the
kind of row, a cursor, and the row as its REST list has it.

${writeKeySetup(facts)}

## Open a stream

\`\`\`bash
# Ends after 3 seconds; leave out --max-time to go on listening.
curl -sN --max-time 3 -H "X-API-Key: $KEY" "$ATOLL/api/v1/stream?topics=trades,blocks" || test $? = 28
\`\`\`

The first message is \`ready\` with the present cursor. A comment comes every 15 seconds while nothing happens.

## Topics

Up to 50, separated by commas:

| Topic | Messages |
| --- | --- |
| \`trades\`, \`trades:{token}\` | trades of all tokens, or of one |
| \`candles:{token}:{interval}\` | the candle that a trade changed |
| \`market:{address}\` | purchases and steps of a market |
| \`orders:{market}\` | orders that were listed, filled or cancelled |
| \`wallet:{address}\` | what a wallet did |
| \`updown:{asset}:{timeframe}\` | price rounds |
| \`reef\` | posts |
| \`blocks\` | number, hash and time of each indexed block |

The kind is the message's \`event\`. A token other than TIDE trades against TIDE, so that a purchase for USDB goes through two pools
and makes two \`trade\` events of one \`txHash\`: that of TIDE has \`routingLeg: true\`. To count purchases, leave those out.
Of a market, \`liquidity\` is a purchase of shares from its pool, as in \`GET /api/v1/markets/{address}/liquidity\`; a purchase from
the order book is an \`order\` event, and one that takes both makes both.

## Resume

Keep the \`id\` of the last message. Send it as \`Last-Event-ID\`, or as \`after=\`, and you get everything since then, without a gap and
without a repetition. Browsers' \`EventSource\` does that by itself. A cursor older than 7 days is answered with 410
\`CURSOR_EXPIRED\`: read the lists again.

\`\`\`js
// A program that reads the first message, and opens the stream again where it left.
import { env } from "node:process"

const open = (after) =>
  fetch(\`\${env.ATOLL}/api/v1/stream?topics=trades,blocks\${after ? \`&after=\${after}\` : ""}\`, {
    headers: { "X-API-Key": env.KEY },
  })

async function readMessage(response) {
  let text = ""
  const decoder = new TextDecoder()
  for await (const bytes of response.body) {
    text += decoder.decode(bytes, { stream: true })
    const end = text.indexOf("\\n\\n", text.indexOf("event: "))
    if (end >= 0) return Object.fromEntries(text.slice(0, end).split("\\n").map((line) => line.split(": ")))
  }
}

const first = await readMessage(await open())
console.log(first.event, first.id)
const next = await readMessage(await open(first.id))
console.log(next.event, next.id)
\`\`\`

## Reorganisations

When the chain replaces blocks, \`event: reorg\` names the first replaced block and the ids of the rows that were removed, by kind.
The rows of the new branch follow. You may resume from the cursor of a row that was removed.

## Limits

A key has 10 streams at a time; the eleventh is refused with 429 \`RATE_LIMITED\`. A reader that is too slow is disconnected and
loses nothing, because it resumes.
`,
}
