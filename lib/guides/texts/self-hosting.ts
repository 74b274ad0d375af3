import type { Guide } from "@/lib/guides/guide"

export const selfHosting: Guide = {
  slug: "self-hosting",
  title: "Self-hosting",
  summary: "Run Atoll on a machine of your own, with a chain, test money and sample data.",
  write: (facts) => `Needed: Node 20.19 or newer, and npm. In a clone of the repository:

\`\`\`text
npm start
\`\`\`

This installs the dependencies, starts an embedded PostgreSQL and a local chain, deploys the contracts, replays a month of
sample trading, builds the app and serves it. The last lines name the page's address, the chain's RPC address and id, and
an API key. \`.data/local.json\` has the same facts while it runs, and the mnemonic of wallets with test money:

\`\`\`text
export ATOLL=http://localhost:3000
export KEY=$(jq -r .apiKey .data/local.json)
export PRIVATE_KEY=… WALLET=…
\`\`\`

Ctrl-C stops everything; the next start goes on with the same chain and data. \`npm run reset\` deletes them.

## Is it up to date?

\`\`\`bash
export ATOLL=${facts.origin}
curl -s --fail-with-body "$ATOLL/api/health" | jq .
curl -s --fail-with-body "$ATOLL/contracts.json" | jq '{chainId, usdb, mainToken}'
\`\`\`

\`/api/health\` answers 503 while the database, the node or the index is not in order, and says which.

## On servers

The web server and the follower are two processes on one database; a keeper that liquidates loans and settles price
rounds is a third.

1. Deploy the contracts and keep their addresses in \`deployments/<CHAIN_ID>.json\`.
2. Set \`BASE_URL\`, \`DATABASE_URL\`, \`SESSION_SECRET\`, \`TOKEN_ENCRYPTION_KEY\`, \`RPC_URL\` and \`CHAIN_ID\`.
3. \`npm run build\`, then run \`.next/standalone/server.js\`, \`scripts/indexer.ts\` and \`scripts/keeper.ts\`.

\`.env.example\` explains every variable, \`docs/deployment.md\` in the repository proxies, poolers, headers and limits.
`,
}
