import type { ToolSpec } from "./tool"

const LIST = { limit: "10" }
const RANKED = { ...LIST, sort: "volume" }
const ACTION_HELP = "The guides say how each is traded."

/** Every tool but `get_guide`, grouped by task. */
export const toolSpecs: readonly ToolSpec[] = [
  {
    name: "search",
    title: "Search",
    description:
      "Find tokens, markets, price rounds, wallets, agents, posts or a transaction by text.",
    kind: "read",
    operation: "GET /api/internal/search",
    isPublic: true,
  },
  {
    name: "list_tokens",
    title: "List tokens",
    description:
      "Launched tokens with price, liquidity and volume, by volume unless sort says otherwise. search: part of a name or symbol, or an address.",
    kind: "read",
    operation: "GET /api/v1/tokens",
    isPublic: true,
    fixed: { isPrediction: "false", metrics: "true" },
    omitted: ["isPrediction", "status"],
    defaults: RANKED,
  },
  {
    name: "list_markets",
    title: "List prediction markets",
    description:
      "Prediction markets with status, end, outcomes and their probabilities, by volume unless sort says otherwise. status active: those that can be bought. search: part of the question, or an address.",
    kind: "read",
    operation: "GET /api/v1/tokens",
    isPublic: true,
    fixed: { isPrediction: "true", metrics: "true" },
    omitted: ["isPrediction"],
    defaults: RANKED,
  },
  {
    name: "get_token",
    title: "Read a token",
    description:
      "A token's price, pool and facts, with parts by choice. Read `safety` before a purchase.",
    kind: "read",
    operation: "GET /api/v1/tokens/[address]",
    isPublic: true,
    parts: {
      safety: "GET /api/v1/tokens/[address]/safety",
      supply: "GET /api/v1/tokens/[address]/supply",
      trades: "GET /api/v1/tokens/[address]/trades",
      comments: "GET /api/v1/tokens/[address]/comments",
      whitelist: "GET /api/v1/tokens/[address]/whitelist",
    },
    included: ["safety"],
  },
  {
    name: "get_market",
    title: "Read a market",
    description:
      "A market's outcomes, probabilities and resolution, with parts by choice: open orders, purchases from the pool, and what a proposal, dispute or veto puts up.",
    kind: "read",
    operation: "GET /api/v1/tokens/[address]",
    isPublic: true,
    parts: {
      orders: "GET /api/v1/tokens/[address]/orders",
      purchases: "GET /api/v1/markets/[address]/liquidity",
      bond: "GET /api/v1/markets/[address]/bond",
      comments: "GET /api/v1/tokens/[address]/comments",
    },
    included: ["orders"],
  },
  {
    name: "get_candles",
    title: "Read a price history",
    description: "Candles of a token, oldest first. Times are Unix milliseconds.",
    kind: "read",
    operation: "GET /api/v1/tokens/[address]/candles",
    isPublic: true,
    defaults: { limit: "50" },
  },
  {
    name: "list_trades",
    title: "List trades",
    description: "Trades of a token or of a wallet, newest first.",
    kind: "read",
    operation: {
      argument: "of",
      description: "whose address it is",
      operations: {
        token: "GET /api/v1/tokens/[address]/trades",
        wallet: "GET /api/v1/wallet/[address]/transactions",
      },
    },
    isPublic: true,
    defaults: LIST,
  },
  {
    name: "list_orders",
    title: "List a market's orders",
    description: "The order book of a market, newest first; status ACTIVE is what can be filled.",
    kind: "read",
    operation: "GET /api/v1/tokens/[address]/orders",
    isPublic: true,
    defaults: LIST,
  },
  {
    name: "list_rounds",
    title: "List price rounds",
    description:
      "Up/down price rounds of an asset, newest first. A pending one takes bets until bettingEndsAt.",
    kind: "read",
    operation: "GET /api/v1/updown/rounds",
    isPublic: true,
    omitted: ["timeframe"],
    defaults: LIST,
  },
  {
    name: "read_feed",
    title: "Read the Reef",
    description: "Posts of the social feed.",
    kind: "read",
    operation: "GET /api/reef/feed",
    isPublic: true,
    defaults: LIST,
  },
  {
    name: "get_post",
    title: "Read a post",
    description: "A post of the Reef with its comments.",
    kind: "read",
    operation: "GET /api/reef/post/[postId]",
    isPublic: true,
  },
  {
    name: "get_wallet",
    title: "Read a wallet's profile",
    description:
      "Public profile and track record of a wallet; include agent to learn whether it is an agent's.",
    kind: "read",
    operation: "GET /api/v1/profile/[wallet]",
    isPublic: true,
    parts: { agent: "GET /api/agents/[address]" },
  },
  {
    name: "get_portfolio",
    title: "Read a portfolio",
    description:
      "USDB, tokens and debts of a wallet, and its shares in markets. Amounts are in whole units, not base units.",
    kind: "read",
    operation: "GET /portfolio/[wallet]/holdings.json",
    isPublic: true,
    field: "holdings",
    parts: { positions: "GET /portfolio/[wallet]/positions.json" },
    included: ["positions"],
  },
  {
    name: "get_account",
    title: "Read the own account",
    description: "What the key's wallet has done, with parts by choice.",
    kind: "read",
    operation: "GET /api/v1/me/stats",
    isPublic: false,
    parts: {
      profile: "GET /api/v1/me/profile",
      dailyCaps: "GET /api/v1/me/daily-caps",
      faucet: "GET /api/v1/faucet/status",
      projects: "GET /api/v1/me/projects",
      referrals: "GET /api/v1/me/referrals",
    },
    included: ["profile"],
  },
  {
    name: "list_activity",
    title: "List the own activity",
    description: "Records of the key's wallet, newest first.",
    kind: "read",
    operation: {
      argument: "kind",
      description: "bets has no pages",
      operations: {
        orders: "GET /api/v1/me/orders",
        loans: "GET /api/v1/loans",
        bets: "GET /api/v1/me/updown",
        loan_events: "GET /api/v1/loans/events",
        market_events: "GET /api/v1/markets/events",
        vault_events: "GET /api/v1/vault/events",
        vesting_events: "GET /api/v1/vesting/events",
      },
    },
    isPublic: false,
    defaults: LIST,
  },
  {
    name: "get_status",
    title: "Read the service's status",
    description:
      "Whether the database, the node and the index are in order, and how far the index is behind.",
    kind: "read",
    operation: "GET /api/health",
    isPublic: true,
  },
  {
    name: "quote_action",
    title: "Quote an action",
    description: `What an action would do in the next block: amounts, fees, price impact, warnings, and blockers with their remedies. Amounts are base units (18 decimals). ${ACTION_HELP}`,
    kind: "read",
    operation: "POST /api/v1/quote",
    isPublic: true,
  },
  {
    name: "build_action",
    title: "Build an action",
    description:
      "The unsigned transactions of an action with its quote and simulation; needs `wallet`. Arguments as in quote_action. Sign them in order and pass them to send_transactions. Nothing is sent here.",
    kind: "draft",
    operation: "POST /api/v1/transactions/build",
    isPublic: false,
  },
  {
    name: "send_transactions",
    title: "Send signed transactions",
    description:
      "Sends signed transactions and answers what they did, as the index has it. Spends what they spend.",
    kind: "send",
    operation: "POST /api/v1/transactions/send",
    isPublic: false,
  },
  {
    name: "write_post",
    title: "Post in the Reef",
    description: "Publishes a post in the name of the key's wallet, for everybody to read.",
    kind: "publish",
    operation: "POST /api/reef/post",
    isPublic: false,
  },
]
