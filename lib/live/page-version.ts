import { cache } from "react"
import { getFeedVersion } from "./feed"

/**
 * The feed version of the page that is being rendered, with a unique part per rendering. Call it before any read for
 * the page.
 */
export const getPageVersion = cache(() => `${getFeedVersion()}.${crypto.randomUUID().slice(0, 8)}`)
