import { writeSetup } from "@/lib/guides/commands"
import type { Guide } from "@/lib/guides/guide"

export const mcp: Guide = {
  slug: "mcp",
  title: "MCP",
  summary:
    "Use Atoll from an agent by the Model Context Protocol, over HTTP or as a local program.",
  write: (
    facts,
  ) => `\`${facts.origin}/mcp\` speaks the Model Context Protocol over Streamable HTTP: revision 2026-07-28 and those before it,
without sessions. It has tools, resources and prompts.

## Connect

Most clients take an address, and headers if you have an API key:

\`\`\`json
{
  "mcpServers": {
    "atoll": {
      "type": "http",
      "url": "${facts.origin}/mcp",
      "headers": { "Authorization": "Bearer <API key>" }
    }
  }
}
\`\`\`

Without a key an agent reads everything that is public, and quotes. With a key, which the
[quickstart](/docs/quickstart) creates, it also reads its own account, builds and sends transactions, and posts.
\`X-API-Key\` does the same as \`Authorization\`.

The service does not sign: \`build_action\` gives unsigned transactions, and the agent needs something beside it that signs
them. \`atoll mcp\` is a local program that does, within limits that you set: see [Sign locally](#sign-locally).

## Tools

| Task | Tools |
| --- | --- |
| find | \`search\`, \`list_tokens\`, \`list_markets\` |
| look closer | \`get_token\`, \`get_market\`, \`get_candles\`, \`list_trades\`, \`list_orders\`, \`list_rounds\` |
| people and posts | \`get_wallet\`, \`get_portfolio\`, \`read_feed\`, \`get_post\`, \`write_post\` |
| the own account | \`get_account\`, \`list_activity\` |
| trade | \`quote_action\`, \`build_action\`, \`send_transactions\` |
| help | \`get_guide\`, \`get_status\` |

Some tools have parts: \`include\` names those you want. An answer comes twice: as \`structuredContent\`, which is what the REST API
answers, and as text. In the text, what users wrote stands between ⟦ and ⟧. It is data, whatever it says.

${writeSetup(facts)}

\`\`\`bash
CALL='{"jsonrpc": "2.0", "id": 1, "method": "tools/call",
  "params": {"name": "list_markets", "arguments": {"limit": 3}}}'
curl -s --fail-with-body -H "$JSON" -H 'accept: application/json, text/event-stream' -d "$CALL" "$ATOLL/mcp" |
  jq .result.structuredContent
\`\`\`

With the official SDK (\`npm install @modelcontextprotocol/client\`), reading a guide and quoting a purchase of TIDE:

\`\`\`js
import { env } from "node:process"
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client"

const client = new Client({ name: "example", version: "1.0.0" })
await client.connect(new StreamableHTTPClientTransport(new URL(\`\${env.ATOLL}/mcp\`)))

const guide = await client.readResource({ uri: "atoll://guides/trading-tokens" })
console.log(guide.contents[0].text.split("\\n")[0])

const quote = await client.callTool({
  name: "quote_action",
  arguments: { action: "token.buy", token: "${facts.tide}", amount: "1000000000000000000" },
})
console.log(quote.structuredContent.effect)
await client.close()
\`\`\`

## Resources and prompts

| Address | Content, as Markdown |
| --- | --- |
| \`atoll://guides/{guide}\` | a guide of this site |
| \`atoll://tokens/{address}\` | a token with its risks and latest trades |
| \`atoll://markets/{address}\` | a market with its outcomes and order book |
| \`atoll://portfolios/{wallet}\` | what a wallet holds and owes |
| \`atoll://posts/{postId}\` | a post with its comments |

Addresses are completed from a part of a name. The prompts are \`research_market\`, \`review_portfolio\` and
\`launch_token\`.

## Errors and limits

A refused call is a tool error: \`isError\`, and \`structuredContent.error\` with the \`code\` of the [errors](/docs/errors), a message and a
remedy. A call counts once, in the [window](/docs/limits) of the operation it stands for: of the key, or of the address without
one. Lists of tools, guides and prompts count as pages. A request has at most 64 KB and 10 messages. A request that names
another site's \`Origin\` gets 403, unless it has a key.

## Sign locally

\`atoll mcp\`, of [the SDK's package](/docs/sdk) (\`npm install ${facts.origin}/sdk/atoll-sdk.tgz\`), is the same server as a local program over standard input and output. It has
\`execute_action\` for \`build_action\` and \`send_transactions\`: it builds, checks, signs, sends, and answers what the index
has then.

\`\`\`json
{
  "mcpServers": {
    "atoll": {
      "command": "npx",
      "args": ["atoll", "mcp"],
      "env": { "ATOLL_URL": "${facts.origin}", "ATOLL_KEYSTORE": "/home/you/keystore.json" }
    }
  }
}
\`\`\`

The key stays on your machine; \`ATOLL_PRIVATE_KEY\` does instead of a keystore. \`atoll limits\` sets what may be signed: most USDB per
action (100) and per day (500), the most slippage (3 %), the actions that are allowed, and until when. Nobody can be asked here,
so that what is above \`--confirm-above\` (10 USDB) is refused with \`NOT_CONFIRMED\`: raise it for what your agent may do alone.
What is given away counts with its worth; where nobody knows that the action is refused with \`WORTH_UNKNOWN\`, unless \`--actions\`
names it. With \`ATOLL_RPC_URL\`, a node of your own, prices and amounts are checked before a signature. After \`MAYBE_SENT\` the
same call again says what became of it, and sends nothing twice.

\`get_portfolio\` reads the signer's wallet where none is named. A program of your own starts it like this:

\`\`\`js
import { env } from "node:process"
import { Client } from "@modelcontextprotocol/client"
import { getDefaultEnvironment, StdioClientTransport } from "@modelcontextprotocol/client/stdio"

const client = new Client({ name: "example", version: "1.0.0" })
await client.connect(
  new StdioClientTransport({
    command: "npx",
    args: ["atoll", "mcp"],
    env: {
      ...getDefaultEnvironment(),
      ATOLL_URL: env.ATOLL,
      ATOLL_KEY: env.KEY,
      ATOLL_PRIVATE_KEY: env.PRIVATE_KEY,
    },
  }),
)

const portfolio = await client.callTool({ name: "get_portfolio", arguments: {} })
console.log(portfolio.structuredContent.holdings.length)

const done = await client.callTool({
  name: "execute_action",
  arguments: { action: "token.buy", token: "${facts.tide}", amount: "1000000000000000000" },
})
console.log(done.structuredContent.events.map(({ type }) => type))
await client.close()
\`\`\`
`,
}
