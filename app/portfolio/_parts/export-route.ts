import { z } from "zod"
import { resource, route } from "@/lib/api/route"
import { address } from "@/lib/api/wire"

type ExportRoute = {
  summary: string
  type: string
  /** What is in it, in the file's name. */
  name: string
  extension: string
  content: (wallet: string) => ReadableStream<Uint8Array>
}

/** A route that sends a wallet's file to be saved, as it is being read. */
export function createExportRoute({ summary, type, name, extension, content }: ExportRoute) {
  return resource({
    GET: route({
      summary,
      tag: "Pages",
      auth: "none",
      cache: "no-store",
      params: z.object({ wallet: address }),
      response: z.unknown(),
      type,
      handler: ({ params: { wallet } }) =>
        new Response(content(wallet), {
          headers: {
            "Content-Type": type,
            "Content-Disposition": `attachment; filename="atoll-${name}-${wallet}.${extension}"`,
          },
        }),
    }),
  })
}
