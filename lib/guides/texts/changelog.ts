import type { Guide } from "@/lib/guides/guide"

export const changelog: Guide = {
  slug: "changelog",
  title: "Changelog",
  summary: "What changed for programs, newest first.",
  write:
    () => `Paths, fields and codes that exist keep their meaning. New fields, codes and event kinds may come at any time: programs
ignore those they do not know.

## 2026-11-28

- \`GET /api/v1/tokens/{address}/supply\`: how much is vested, borrowed against, locked, pledged and free. The safety answer has
  \`VESTED_BUT_BORROWED\`.
- \`leverage.open\` takes \`percentage\`, the part of the amount that is leveraged; quotes warn of high fees (\`HIGH_FEES\`).
- Events of vesting have \`dust\`: the schedule is a stranger's and worth less than 1 USD.
- Quotes warn before control or tokens of a schedule are given away (\`GIVES_AWAY\`).
- Lists answer 400 to a misspelt parameter and name the right one; other unknown ones stay ignored.
- An API key may be sent as \`Authorization: Bearer\` as well. \`/mcp\` takes every \`Accept\` that JSON is in, and with a key
  any origin. Streams are resumed from other origins by \`Last-Event-ID\`.
- Topics of streams have one case; addresses in them have any.
- The OpenAPI document has boolean parameters as booleans: generated clients send \`true\`, not \`"true"\`.
- Tools of MCP say the type and meaning of every field. \`write_post\` says that it is not idempotent.
- Unknown paths answer JSON to programs. \`/.well-known/agent.json\` is the agent card.

## 2026-11-27

- Errors have \`remedy\`: what to do about them.
- \`GET /api/v1/tokens\` takes \`metrics=true\` for prices, liquidity, volume and the chances of outcomes, \`status\` of markets, and
  \`sort\` by \`volume\`, \`liquidity\` or \`ending\`.
- Quotes warn of ignored fields (\`UNKNOWN_FIELD\`) and of amounts below a cent (\`TINY_AMOUNT\`). A build with blockers has no
  transactions.
- The home page and the lists of tokens and markets as Markdown; every page names \`/llms.txt\` in its \`Link\` header.
- The SDKs are installed from \`/sdk/atoll-sdk.tgz\` and \`/sdk/atoll-sdk-python.tar.gz\`.

## 2026-11-24

- \`POST /api/v1/quote\`, \`/transactions/build\` and \`/transactions/send\`: every action of a wallet without a node of your own.
- \`GET /api/v1/stream\`: rows as they are indexed, resumable.
- \`/llms.txt\`, these guides, and each page of a token, market, post or guide as Markdown: add \`.md\` to its address.
- The API reference has moved from \`/docs\` to \`/docs/api\`.
- Trades name their token in \`contractAddress\`.

## 2026-11-21

- First version of the REST API.
`,
}
