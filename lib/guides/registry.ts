import type { Guide } from "./guide"
import { authentication } from "./texts/authentication"
import { changelog } from "./texts/changelog"
import { errors } from "./texts/errors"
import { lending } from "./texts/lending"
import { limits } from "./texts/limits"
import { mcp } from "./texts/mcp"
import { priceRounds } from "./texts/price-rounds"
import { quickstart } from "./texts/quickstart"
import { sdk } from "./texts/sdk"
import { selfHosting } from "./texts/self-hosting"
import { streams } from "./texts/streams"
import { tradingMarkets } from "./texts/trading-markets"
import { tradingTokens } from "./texts/trading-tokens"

/** All guides, in the order in which they are read. */
export const guides: readonly Guide[] = [
  quickstart,
  authentication,
  tradingTokens,
  tradingMarkets,
  lending,
  priceRounds,
  streams,
  mcp,
  sdk,
  errors,
  limits,
  selfHosting,
  changelog,
]

export const findGuide = (slug: string) => guides.find((guide) => guide.slug === slug)
