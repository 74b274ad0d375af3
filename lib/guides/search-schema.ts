import { z } from "zod"
import { MAX_DOCS_QUERY } from "./constants"

/** A section of a guide, or an operation of the API. */
const docsResult = z.object({ href: z.string(), title: z.string(), context: z.string() })

export type DocsResult = z.output<typeof docsResult>

export const docsSearchQuery = z.object({ q: z.string().max(MAX_DOCS_QUERY) })

export const docsSearchAnswer = z.object({ data: z.array(docsResult) })
