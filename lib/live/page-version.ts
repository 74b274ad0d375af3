import { cache } from "react"
import { getFeedVersion } from "./feed"

/**
 * The mark of the page that is being rendered, different for every reading of it. Whatever reads for the page
 * asks for it first.
 */
export const getPageVersion = cache(() => `${getFeedVersion()}.${crypto.randomUUID().slice(0, 8)}`)
