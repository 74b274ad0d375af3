import { cache } from "react"
import { isAddress } from "viem"
import { getPageVersion } from "@/lib/live/page-version"
import { findAutoVest } from "@/lib/tokens/auto-vest"
import { findOtherCreatorTokens } from "@/lib/tokens/creator-tokens-queries"
import { findHolderTable } from "@/lib/tokens/holders/queries"
import { findIndexedTokenState } from "@/lib/tokens/indexed-state"
import { findToken } from "@/lib/tokens/queries"
import { findSafetyFindings } from "@/lib/tokens/safety/queries"
import type { TokenView } from "@/lib/tokens/schema"
import { refreshStaleVetted } from "@/lib/tokens/service"
import { findEarlyBuys } from "@/lib/tokens/trades/queries"

/** The token of the URL, read once per request; null for a malformed or unknown address. */
export const loadToken = cache(async (address: string) => {
  getPageVersion()
  return isAddress(address, { strict: false }) ? findToken(address.toLowerCase()) : null
})

const HOLDERS = 12

/** Data of several cards, read once per request. */
export const loadHolders = cache((token: TokenView) => findHolderTable(token, HOLDERS))
export const loadCreatorTokens = cache((token: TokenView) => findOtherCreatorTokens(token))
export const loadTokenState = cache((token: TokenView) => findIndexedTokenState(token.address))
export const loadAutoVest = cache((token: TokenView) => findAutoVest(token.address))
export const loadEarlyBuys = cache((token: TokenView) => findEarlyBuys(token.address))

export const loadSafety = cache(async (token: TokenView) => {
  refreshStaleVetted(token.address)
  const [holders, launches, early, reading] = await Promise.all([
    loadHolders(token),
    loadCreatorTokens(token),
    loadEarlyBuys(token),
    loadTokenState(token),
  ])
  return findSafetyFindings(token, {
    holders,
    creatorTokens: launches,
    earlyBuys: early,
    state: reading,
  })
})
