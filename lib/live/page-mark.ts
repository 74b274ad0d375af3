import { cache } from "react"
import { currentMark } from "./feed"

/**
 * The mark of the page that is being rendered, different for every reading of it. Whatever reads for the page
 * asks for it first.
 */
export const pageMark = cache(() => `${currentMark()}.${crypto.randomUUID().slice(0, 8)}`)
