import { z } from "zod"
import { topicList } from "./topics"

export const streamQuery = z.object({
  topics: topicList,
  after: z
    .string()
    .optional()
    .describe("id of the last event received; the header Last-Event-ID wins"),
})

export type StreamQuery = z.output<typeof streamQuery>

/** The events of the stream as text. */
export const streamText = z
  .string()
  .meta({
    examples: ['retry: 2000\nevent: ready\nid: 41\ndata: {"cursor":"41"}\n\n'],
  })
  .describe(
    "server-sent events: `ready` first, then rows by the name of their kind, `reorg`, and a comment every 15 s",
  )
