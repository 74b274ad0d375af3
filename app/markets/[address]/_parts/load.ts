import { notFound } from "next/navigation"
import { cache } from "react"
import { isAddress } from "viem"
import { findBook } from "@/lib/markets/book/queries"
import { findMarket } from "@/lib/markets/browse/queries"

/** The market of the URL, read once per request; a malformed or unknown address is a 404. */
export const loadMarket = cache(async (address: string) => {
  const market = isAddress(address, { strict: false })
    ? await findMarket(address.toLowerCase())
    : null
  return market ?? notFound()
})

export const loadBook = cache(findBook)
