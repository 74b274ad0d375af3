import type { Guide } from "@/lib/guides/guide"

export const changelog: Guide = {
  slug: "changelog",
  title: "Changelog",
  summary: "What changed for programs, newest first.",
  write:
    () => `Paths, fields and codes that exist keep their meaning. New fields, codes and event kinds may come at any time: programs
ignore those they do not know.

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
