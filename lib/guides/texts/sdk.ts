import type { Guide } from "@/lib/guides/guide"

export const sdk: Guide = {
  slug: "sdk",
  title: "SDK and CLI",
  summary:
    "A typed client for TypeScript and JavaScript, and the command atoll. Both sign on your computer.",
  write: ({
    origin,
    tide,
  }) => `The package \`atoll-sdk\` is in the folder \`sdk\` of the repository, not on a registry. There \`npm pack ./sdk\` builds it and
makes a file that \`npm install\` takes; then, and in the repository, the command is \`npx atoll\`. It runs in Node 20 and
later, Deno, Bun and browsers.

The folder \`sdk/python\` has the same client for Python, typed, on httpx and eth-account, with the same limits of signing
programs: \`pip install ./sdk/python\`.

The private key never leaves your computer. The service builds transactions; the SDK verifies each one against the action
that you asked for (chain, contract, function, arguments, approval, native coins), and signs nothing else.

\`\`\`bash
export ATOLL=${origin}
\`\`\`

The examples need an API key in \`$KEY\` and the wallet's private key in \`$PRIVATE_KEY\`. The [quickstart](/docs/quickstart)
creates both. Without a key the SDK signs in and creates one when the service first asks for it.

A wallet has one key, which its programs share: keep it and hand it to each as \`key\`, or \`$ATOLL_KEY\` of the command. Where the
wallet has one already, signing in fails with \`KEY_LIMIT_REACHED\` and takes nothing away. \`atoll login\` asks before it replaces
the key, \`replaceKey: true\` (\`replace_key=True\` in Python) does not; programs with the old key lose it, and so they do when a
key is deleted on the account page. A page of another origin is given a key too: signing in needs a cookie, which it cannot send.

## Read

\`\`\`ts
import { env } from "node:process"
import { createAtoll } from "atoll-sdk"

const atoll = createAtoll({ url: env.ATOLL ?? "", key: env.KEY })

// A list is iterated over all its pages.
for await (const token of atoll.tokens.list({ limit: 100 })) console.log(token.symbol, token.address)

// Or read page by page.
const { data, pagination } = await atoll.markets.list().page({ page: 1, limit: 5 })
console.log(data.length, pagination.hasMore)

// Rows as they come. After a lost connection it goes on behind the last event.
const stop = AbortSignal.timeout(500)
for await (const { event, id } of atoll.stream(["trades", "blocks"], { signal: stop })) console.log(event, id)
\`\`\`

Keep the \`id\` of an event and give it as \`after\` to go on with the [stream](/docs/streams) after a restart.

\`atoll.api\` has every operation of the [API reference](/docs/api) with its types, such as \`atoll.api.GET("/api/health")\`.

## Act

Each [action](/llms.txt) is a method: \`token.buy\` is \`atoll.tokens.buy\`, \`market.claimBounty\` is \`atoll.markets.claimBounty\`
(\`market.list\` is \`atoll.markets.listShares\`). It quotes, builds, verifies, signs, sends, and answers the indexed rows.

\`\`\`ts
import { env } from "node:process"
import { AtollError, createAtoll, RateLimitedError } from "atoll-sdk"
import type { Hex } from "viem"
import { privateKeyToAccount } from "viem/accounts"

const account = privateKeyToAccount(env.PRIVATE_KEY as Hex)
const atoll = createAtoll({ url: env.ATOLL ?? "", account, key: env.KEY })

const quote = await atoll.quote({ action: "token.buy", token: "${tide}", amount: "1000000000000000000" })
console.log(quote.effect)

try {
  const { transactions, events } = await atoll.tokens.buy({ token: "${tide}", amount: "1000000000000000000" })
  console.log(transactions.at(-1)?.status, events.map(({ type }) => type))
} catch (error) {
  if (error instanceof RateLimitedError) console.log("again in", error.retryAfter, "seconds")
  else if (error instanceof AtollError) console.log(error.code, error.remedy)
  throw error
}
\`\`\`

\`atoll.build(action)\` answers the verified transactions for a wallet that signs elsewhere, \`atoll.send(signed)\` sends them.
Reads, quotes, builds and \`send\` are repeated after a failure, and wait as \`Retry-After\` says; nothing else is sent twice.

## Limits for programs that sign

\`createSigner\` of \`atoll-sdk/signing\` signs within the limits of a file: most USDB of an action and of a UTC day, the
allowed actions, and an end. It counts before it signs, also over several processes. The command and \`atoll mcp\` use it.
Without a file 100 USDB per action and 500 per day are allowed.

\`\`\`ts
import { env } from "node:process"
import { createAtoll } from "atoll-sdk"
import { createSigner, parseLimits, writeLimits } from "atoll-sdk/signing"
import type { Hex } from "viem"
import { privateKeyToAccount } from "viem/accounts"

await writeLimits("limits.json", parseLimits({ maxPerAction: "5", maxPerDay: "20", actions: ["token.buy"] }))
const account = privateKeyToAccount(env.PRIVATE_KEY as Hex)
const signer = createSigner({ account, limitsFile: "limits.json" })
const atoll = createAtoll({ url: env.ATOLL ?? "", key: env.KEY })
const { events } = await signer.execute(atoll, {
  action: "token.buy",
  token: "${tide}",
  amount: "1000000000000000000",
})
console.log(events.length)
\`\`\`

What counts is the USDB that an action takes, and the worth of other tokens that it pays with or puts into a schedule. Sales
count nothing. A transaction that the service has been given counts, whatever it answers.

## Command

| Command | What it does |
| --- | --- |
| \`atoll login\`, \`logout\` | sign in and keep the key; \`--replace\` deletes the wallet's key at the service without asking |
| \`atoll tokens\`, \`markets\`, \`portfolio\`, \`watch\` | read lists, a wallet, and streams |
| \`atoll quote\` | what any action would do |
| \`atoll buy\`, \`sell\`, \`claim\`, \`execute\` | act; \`execute\` performs any action |
| \`atoll limits\` | what may be signed on this computer |
| \`atoll mcp\` | MCP on standard input and output ([MCP](/docs/mcp)) |
| \`atoll doctor\` | checks service, chain, clock, key, wallet and limits, with a remedy for each |

\`\`\`bash
export ATOLL_URL=$ATOLL ATOLL_KEY=$KEY ATOLL_PRIVATE_KEY=$PRIVATE_KEY
npx atoll quote token.buy token=${tide} amount=2
npx atoll buy TIDE 2 --yes --json
\`\`\`

Amounts are decimals, such as 12.5. \`--json\` answers in JSON, \`--dry-run\` changes nothing, \`--yes\` confirms what is above
the limit of confirmation. Exit codes: 0 done, 1 failure, 2 usage, 3 not signed in, 4 refused by the service, 5 beyond the
signer's limits, 6 reverted, 7 network.

| Variable | Meaning |
| --- | --- |
| \`ATOLL_URL\` | address of the service |
| \`ATOLL_KEY\` | API key |
| \`ATOLL_PRIVATE_KEY\` | private key that signs |
| \`ATOLL_KEYSTORE\`, \`ATOLL_KEYSTORE_PASSWORD\` | an Ethereum keystore file in place of it, and its password; else it is asked for |
| \`ATOLL_LIMITS\` | file of the limits; default \`$XDG_CONFIG_HOME/atoll/limits.json\` |

The first signature for a service keeps the addresses of its contracts. If they change, nothing is signed until you
accept them by \`atoll login\`.
`,
}
