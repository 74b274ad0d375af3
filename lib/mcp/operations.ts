import type { Operation } from "@/lib/api/contract"

/** The operations that tools perform: method and path of their route files. */
export const operationNames = [
  "GET /api/internal/search",
  "GET /api/v1/tokens",
  "GET /api/v1/tokens/[address]",
  "GET /api/v1/tokens/[address]/safety",
  "GET /api/v1/tokens/[address]/supply",
  "GET /api/v1/tokens/[address]/candles",
  "GET /api/v1/tokens/[address]/trades",
  "GET /api/v1/tokens/[address]/orders",
  "GET /api/v1/tokens/[address]/comments",
  "GET /api/v1/tokens/[address]/whitelist",
  "GET /api/v1/markets/[address]/bond",
  "GET /api/v1/markets/[address]/liquidity",
  "GET /api/v1/wallet/[address]/transactions",
  "GET /api/v1/updown/rounds",
  "GET /api/v1/profile/[wallet]",
  "GET /api/agents/[address]",
  "GET /portfolio/[wallet]/holdings.json",
  "GET /portfolio/[wallet]/positions.json",
  "GET /api/reef/feed",
  "GET /api/reef/post/[postId]",
  "POST /api/reef/post",
  "POST /api/reef/post/[postId]/comment",
  "GET /api/v1/me/stats",
  "GET /api/v1/me/profile",
  "GET /api/v1/me/daily-caps",
  "GET /api/v1/me/orders",
  "GET /api/v1/me/projects",
  "GET /api/v1/me/referrals",
  "GET /api/v1/me/updown",
  "GET /api/v1/faucet/status",
  "GET /api/v1/loans",
  "GET /api/v1/loans/events",
  "GET /api/v1/markets/events",
  "GET /api/v1/vault/events",
  "GET /api/v1/vesting/events",
  "GET /api/health",
  "POST /api/v1/quote",
  "POST /api/v1/transactions/build",
  "POST /api/v1/transactions/send",
] as const

export type OperationName = (typeof operationNames)[number]

/** The operations as the app's route files declare them. */
export type Operations = Readonly<Record<OperationName, Operation>>
