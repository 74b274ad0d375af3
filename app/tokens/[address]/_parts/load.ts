import { cache } from "react"
import { isAddress } from "viem"
import { pageMark } from "@/lib/live/page-mark"
import { findHolderTable } from "@/lib/tokens/holders/queries"
import { findOtherLaunches } from "@/lib/tokens/launches/queries"
import { findToken } from "@/lib/tokens/queries"
import { findTokenReading } from "@/lib/tokens/readings"
import { findSafety } from "@/lib/tokens/safety/queries"
import type { TokenView } from "@/lib/tokens/schema"
import { keepVetted } from "@/lib/tokens/service"
import { findEarlyBuys } from "@/lib/tokens/trades/queries"

/** The token of the URL, read once per request; null for a malformed or unknown address. */
export const loadToken = cache(async (address: string) => {
  pageMark()
  return isAddress(address, { strict: false }) ? findToken(address.toLowerCase()) : null
})

const HOLDERS = 12

/** The parts of the page that several cards need, each read once per request. */
export const loadHolders = cache((token: TokenView) => findHolderTable(token, HOLDERS))
export const loadLaunches = cache((token: TokenView) => findOtherLaunches(token))
export const loadReading = cache((token: TokenView) => findTokenReading(token.address))
export const loadEarlyBuys = cache((token: TokenView) => findEarlyBuys(token.address))

export const loadSafety = cache(async (token: TokenView) => {
  keepVetted(token.address)
  const [holders, launches, early, reading] = await Promise.all([
    loadHolders(token),
    loadLaunches(token),
    loadEarlyBuys(token),
    loadReading(token),
  ])
  return findSafety(token, { holders, launches, early, reading })
})
