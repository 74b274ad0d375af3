import { notFound } from "next/navigation"
import { cache } from "react"
import { isAddress } from "viem"
import { pageMark } from "@/lib/live/page-mark"
import { findBook } from "@/lib/markets/book/queries"
import { findMarket } from "@/lib/markets/browse/queries"

/** The market of the URL, read once per request; a malformed or unknown address is a 404. */
export const loadMarket = cache(async (address: string) => {
  pageMark()
  const market = isAddress(address, { strict: false })
    ? await findMarket(address.toLowerCase())
    : null
  return market ?? notFound()
})

export const loadBook = cache(findBook)
