import * as agentsAddressRoute from "@/app/api/agents/[address]/route"
import * as healthRoute from "@/app/api/health/route"
import * as searchRoute from "@/app/api/internal/search/route"
import * as reefFeedRoute from "@/app/api/reef/feed/route"
import * as reefPostPostIdCommentRoute from "@/app/api/reef/post/[postId]/comment/route"
import * as reefPostPostIdRoute from "@/app/api/reef/post/[postId]/route"
import * as reefPostRoute from "@/app/api/reef/post/route"
import * as faucetStatusRoute from "@/app/api/v1/faucet/status/route"
import * as loansEventsRoute from "@/app/api/v1/loans/events/route"
import * as loansRoute from "@/app/api/v1/loans/route"
import * as marketsAddressBondRoute from "@/app/api/v1/markets/[address]/bond/route"
import * as marketsAddressLiquidityRoute from "@/app/api/v1/markets/[address]/liquidity/route"
import * as marketsEventsRoute from "@/app/api/v1/markets/events/route"
import * as meDailyCapsRoute from "@/app/api/v1/me/daily-caps/route"
import * as meOrdersRoute from "@/app/api/v1/me/orders/route"
import * as meProfileRoute from "@/app/api/v1/me/profile/route"
import * as meProjectsRoute from "@/app/api/v1/me/projects/route"
import * as meReferralsRoute from "@/app/api/v1/me/referrals/route"
import * as meStatsRoute from "@/app/api/v1/me/stats/route"
import * as meUpdownRoute from "@/app/api/v1/me/updown/route"
import * as profileWalletRoute from "@/app/api/v1/profile/[wallet]/route"
import * as quoteRoute from "@/app/api/v1/quote/route"
import * as tokensAddressCandlesRoute from "@/app/api/v1/tokens/[address]/candles/route"
import * as tokensAddressCommentsRoute from "@/app/api/v1/tokens/[address]/comments/route"
import * as tokensAddressOrdersRoute from "@/app/api/v1/tokens/[address]/orders/route"
import * as tokensAddressRoute from "@/app/api/v1/tokens/[address]/route"
import * as tokensAddressSafetyRoute from "@/app/api/v1/tokens/[address]/safety/route"
import * as tokensAddressSupplyRoute from "@/app/api/v1/tokens/[address]/supply/route"
import * as tokensAddressTradesRoute from "@/app/api/v1/tokens/[address]/trades/route"
import * as tokensAddressWhitelistRoute from "@/app/api/v1/tokens/[address]/whitelist/route"
import * as tokensRoute from "@/app/api/v1/tokens/route"
import * as transactionsBuildRoute from "@/app/api/v1/transactions/build/route"
import * as transactionsSendRoute from "@/app/api/v1/transactions/send/route"
import * as updownRoundsRoute from "@/app/api/v1/updown/rounds/route"
import * as vaultEventsRoute from "@/app/api/v1/vault/events/route"
import * as vestingEventsRoute from "@/app/api/v1/vesting/events/route"
import * as walletAddressTransactionsRoute from "@/app/api/v1/wallet/[address]/transactions/route"
import * as portfolioWalletHoldingsJsonRoute from "@/app/portfolio/[wallet]/holdings.json/route"
import * as portfolioWalletPositionsJsonRoute from "@/app/portfolio/[wallet]/positions.json/route"
import type { Operations } from "@/lib/mcp/operations"

/** The operations that tools call, as the route files declare them. */
export const operations: Operations = {
  "GET /api/internal/search": searchRoute.GET.operation,
  "GET /api/v1/tokens": tokensRoute.GET.operation,
  "GET /api/v1/tokens/[address]": tokensAddressRoute.GET.operation,
  "GET /api/v1/tokens/[address]/safety": tokensAddressSafetyRoute.GET.operation,
  "GET /api/v1/tokens/[address]/supply": tokensAddressSupplyRoute.GET.operation,
  "GET /api/v1/tokens/[address]/candles": tokensAddressCandlesRoute.GET.operation,
  "GET /api/v1/tokens/[address]/trades": tokensAddressTradesRoute.GET.operation,
  "GET /api/v1/tokens/[address]/orders": tokensAddressOrdersRoute.GET.operation,
  "GET /api/v1/tokens/[address]/comments": tokensAddressCommentsRoute.GET.operation,
  "GET /api/v1/tokens/[address]/whitelist": tokensAddressWhitelistRoute.GET.operation,
  "GET /api/v1/markets/[address]/bond": marketsAddressBondRoute.GET.operation,
  "GET /api/v1/markets/[address]/liquidity": marketsAddressLiquidityRoute.GET.operation,
  "GET /api/v1/wallet/[address]/transactions": walletAddressTransactionsRoute.GET.operation,
  "GET /api/v1/updown/rounds": updownRoundsRoute.GET.operation,
  "GET /api/v1/profile/[wallet]": profileWalletRoute.GET.operation,
  "GET /api/agents/[address]": agentsAddressRoute.GET.operation,
  "GET /portfolio/[wallet]/holdings.json": portfolioWalletHoldingsJsonRoute.GET.operation,
  "GET /portfolio/[wallet]/positions.json": portfolioWalletPositionsJsonRoute.GET.operation,
  "GET /api/reef/feed": reefFeedRoute.GET.operation,
  "GET /api/reef/post/[postId]": reefPostPostIdRoute.GET.operation,
  "POST /api/reef/post": reefPostRoute.POST.operation,
  "POST /api/reef/post/[postId]/comment": reefPostPostIdCommentRoute.POST.operation,
  "GET /api/v1/me/stats": meStatsRoute.GET.operation,
  "GET /api/v1/me/profile": meProfileRoute.GET.operation,
  "GET /api/v1/me/daily-caps": meDailyCapsRoute.GET.operation,
  "GET /api/v1/me/orders": meOrdersRoute.GET.operation,
  "GET /api/v1/me/projects": meProjectsRoute.GET.operation,
  "GET /api/v1/me/referrals": meReferralsRoute.GET.operation,
  "GET /api/v1/me/updown": meUpdownRoute.GET.operation,
  "GET /api/v1/faucet/status": faucetStatusRoute.GET.operation,
  "GET /api/v1/loans": loansRoute.GET.operation,
  "GET /api/v1/loans/events": loansEventsRoute.GET.operation,
  "GET /api/v1/markets/events": marketsEventsRoute.GET.operation,
  "GET /api/v1/vault/events": vaultEventsRoute.GET.operation,
  "GET /api/v1/vesting/events": vestingEventsRoute.GET.operation,
  "GET /api/health": healthRoute.GET.operation,
  "POST /api/v1/quote": quoteRoute.POST.operation,
  "POST /api/v1/transactions/build": transactionsBuildRoute.POST.operation,
  "POST /api/v1/transactions/send": transactionsSendRoute.POST.operation,
}
