import { headers } from "next/headers"
import { unstable_rethrow } from "next/navigation"
import { log } from "@/lib/telemetry/logger"
import { notePartial } from "./partial-pages"

/**
 * Loads what a page can do without: null when it fails. The page is then sent once, and not cached. What it cannot do
 * without is awaited as usual, so that its failure fails the page.
 */
export async function tryLoad<T>(loading: Promise<T>): Promise<T | null> {
  try {
    return await loading
  } catch (error) {
    // A redirect is no failure.
    unstable_rethrow(error)
    const id = (await headers()).get("x-request-id")
    const line = { err: error, ...(id && { requestId: id }) }
    log.error(line, "A section of a page could not be loaded")
    if (id) notePartial(id)
    return null
  }
}
