import { notFound } from "next/navigation"
import { cache } from "react"
import { isAddress } from "viem"
import { readTokenState } from "@/lib/tokens/onchain"
import { findToken } from "@/lib/tokens/queries"

/** The token of the URL, read once per request; a malformed or unknown address is a 404. */
export const loadToken = cache(async (address: string) => {
  const token = isAddress(address, { strict: false })
    ? await findToken(address.toLowerCase())
    : null
  return token ?? notFound()
})

/** What the chain says of a token, read once per request. */
export const loadState = cache(readTokenState)
