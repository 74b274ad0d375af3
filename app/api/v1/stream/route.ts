import { resource, route } from "@/lib/api/route"
import { streamQuery, streamText } from "@/lib/streams/schema"
import { openStream } from "@/lib/streams/service"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: route({
    summary: "Rows as they are indexed, as server-sent events; resumable",
    tag: "Streams",
    auth: "either",
    cache: "no-store",
    query: streamQuery,
    response: streamText,
    type: "text/event-stream",
    errors: ["INVALID_CURSOR", "CURSOR_EXPIRED"],
    handler: ({ caller, query, request }) =>
      openStream({ wallet: caller.wallet, query, headers: request.headers }),
  }),
})
