import type { Guide } from "@/lib/guides/guide"

export const sdk: Guide = {
  slug: "sdk",
  title: "SDK and CLI",
  summary:
    "A typed client for TypeScript and JavaScript, and the command atoll. Both sign on your computer.",
  write: ({
    origin,
    tide,
  }) => `The package \`atoll-sdk\` comes from this service, of the same version; it is on no registry. Afterwards the command is \`npx atoll\`.
It runs in Node 20 and later, Deno, Bun and browsers. The same client for Python, typed, on httpx and eth-account, has the
same limits of signing programs:

\`\`\`sh
npm install ${origin}/sdk/atoll-sdk.tgz
pip install ${origin}/sdk/atoll-sdk-python.tar.gz
\`\`\`

In the repository they are the folders \`sdk\` and \`sdk/python\`: \`npm pack ./sdk\` builds what \`npm install\` takes,
\`pip install ./sdk/python\` installs, and \`npx atoll\` runs the command without that.

The private key never leaves your computer. The service builds transactions; the SDK verifies each one against the action
that you asked for (chain, contract, function, arguments, approval, native coins), and signs nothing else. The least amount
that is signed is of the asset that the action gives, above zero, and follows from \`slippageBp\`; \`minOut\` names your own least.
Prices are the service's word, unless you name a node of your own (\`rpcUrl\`, in Python \`rpc_url\`, for the command
\`ATOLL_RPC_URL\`): then every build is tried there before it is signed, and amounts, nonces and worth must be as that node says.

\`\`\`bash
export ATOLL=${origin}
\`\`\`

The examples need an API key in \`$KEY\` and the wallet's private key in \`$PRIVATE_KEY\`. The [quickstart](/docs/quickstart)
creates an API key, and so does the SDK.

## Keep the key

Without a key the SDK signs in and creates one when the service first asks for it. A wallet has one key, which its programs
share, and the service shows it once. \`createAtoll({ url, account })\` keeps it in \`$XDG_CONFIG_HOME/atoll/keys\`, readable by you
alone, and finds it, or that of \`atoll login\`, the next time; so does Python. Browsers keep nothing, and neither does the SDK
where \`onKey\` (\`on_key\`) is given: then you keep it. The first run of this program creates the key, later runs use it.

\`\`\`ts
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { env } from "node:process"
import { createAtoll } from "atoll-sdk"
import type { Hex } from "viem"
import { privateKeyToAccount } from "viem/accounts"

const file = "atoll.key"
const kept = existsSync(file) ? readFileSync(file, "utf8") : ""
const atoll = createAtoll({
  url: env.ATOLL ?? "",
  account: privateKeyToAccount(env.PRIVATE_KEY as Hex),
  key: env.KEY || kept || undefined,
  onKey: (key) => writeFileSync(file, key, { mode: 0o600 }),
})
console.log("reads and acts as", (await atoll.me.profile()).wallet)
\`\`\`

\`\`\`python
import os
from pathlib import Path

from atoll_sdk import Atoll, EthAccountSigner

file = Path("atoll.key")
kept = file.read_text() if file.exists() else None


def keep(key: str) -> None:
    file.touch(mode=0o600)
    file.write_text(key)


signer = EthAccountSigner(os.environ["PRIVATE_KEY"])
atoll = Atoll(os.environ["ATOLL"], signer=signer, key=os.environ.get("KEY") or kept, on_key=keep)
print("reads and acts as", atoll.me.profile()["wallet"])
\`\`\`

The command keeps its key itself; \`$ATOLL_KEY\` gives it one. Where the wallet has a key that is not on this computer, signing
in fails with \`KEY_LIMIT_REACHED\` and takes nothing away. If the key is lost, delete it at [/account](/account), or replace it: \`atoll login\` asks
before it does, \`replaceKey: true\` (\`replace_key=True\` in Python) does not. Programs with the old key lose it. A page of
another origin is given a key too: signing in needs a cookie, which it cannot send.

## Read

\`\`\`ts
import { env } from "node:process"
import { createAtoll } from "atoll-sdk"

const atoll = createAtoll({ url: env.ATOLL ?? "", key: env.KEY })

// A list is iterated over all its pages.
for await (const token of atoll.tokens.list({ limit: 100 })) console.log(token.symbol, token.address)

// Or read page by page: the open markets that are traded most, with figures to choose by.
const open = atoll.markets.list({ status: "active", sort: "volume", metrics: true })
const { data, pagination } = await open.page({ page: 1, limit: 5 })
for (const { name, metrics } of data) console.log(name, metrics?.dayVolumeUSD, metrics?.outcomes)
console.log(pagination.hasMore)

// Rows as they come. After a lost connection it goes on behind the last event.
const stop = AbortSignal.timeout(500)
for await (const { event, id } of atoll.stream(["trades", "blocks"], { signal: stop })) console.log(event, id)
\`\`\`

Keep the \`id\` of an event and give it as \`after\` to go on with the [stream](/docs/streams) after a restart.

What a wallet has, for which nobody has to sign in:

\`\`\`ts
import { env } from "node:process"
import { createAtoll } from "atoll-sdk"

const atoll = createAtoll({ url: env.ATOLL ?? "" })
for (const { kind, symbol, amount, value_usd } of await atoll.portfolio.holdings(env.WALLET ?? ""))
  console.log(kind, symbol, amount, value_usd)
for (const { market, outcome_name, shares } of await atoll.portfolio.positions(env.WALLET ?? ""))
  console.log(market, outcome_name, shares)
\`\`\`

Their amounts are whole tokens such as 12.5, not base units.

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

When the answer to sending is lost, the transactions may have been sent. The SDK checks for a minute: it gives the same signed
transactions to the service again, which sends each once, and looks for them on your own node, if you named one. If nothing
is known then it throws \`MaybeSentError\` (\`MAYBE_SENT\`): nothing has failed yet. The same call again, within a quarter of an
hour, goes on checking and signs nothing anew; with \`createSigner\` and the command also in another run. \`atoll.checkSent(signed)\`
asks about signed transactions, \`error.signed\` has them.

## Limits for programs that sign

\`createSigner\` of \`atoll-sdk/signing\` signs within the limits of a file: most USDB of an action and of a UTC day, the
allowed actions, the most slippage, and an end. It counts before it signs, also over several processes. The command and \`atoll mcp\` use it.
Without a file 100 USDB per action, 500 per day and 3 % slippage (\`maxSlippageBp\` 300) are allowed, and above 10 USDB (\`confirmAbove\`) the command asks a person and
\`atoll mcp\`, where nobody can be asked, refuses with \`NOT_CONFIRMED\`. \`createSigner\` asks the function \`confirm\` if it is given.

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

What counts is the USDB that an action takes; the worth of other tokens that it pays with or puts into a schedule; shares that
are offered, at the pool's price less what is asked; all that is left of a schedule whose beneficiary or creator changes; what
the slippage may take of a sale; and the fees of loans. An action whose worth nobody knows is refused with \`WORTH_UNKNOWN\`, unless
\`actions\` names it or your own node tells the worth. A transaction that the service has been given counts, whatever it answers.

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
the limit of confirmation, 10 USDB unless \`atoll limits --confirm-above\` says otherwise. Exit codes: 0 done, 1 failure, 2 usage, 3 not signed in, 4 refused by the service, 5 beyond the
signer's limits, 6 reverted, 7 network.

| Variable | Meaning |
| --- | --- |
| \`ATOLL_URL\` | address of the service |
| \`ATOLL_KEY\` | API key |
| \`ATOLL_PRIVATE_KEY\` | private key that signs |
| \`ATOLL_KEYSTORE\`, \`ATOLL_KEYSTORE_PASSWORD\` | an Ethereum keystore file in place of it, and its password; else it is asked for |
| \`ATOLL_RPC_URL\` | a node of your own, which must know eth_simulateV1; what the service says is held against it |
| \`ATOLL_LIMITS\` | file of the limits; default \`$XDG_CONFIG_HOME/atoll/limits.json\` |

The first signature for a service keeps the addresses of its contracts. If they change, nothing is signed until you
accept them by \`atoll login\`.
`,
}
