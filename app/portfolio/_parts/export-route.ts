import { z } from "zod"
import { resource, route } from "@/lib/api/route"
import { address } from "@/lib/api/wire"

type ExportRoute = {
  summary: string
  type: string
  /** Part of the file name. */
  name: string
  extension: string
  content: (wallet: string) => ReadableStream<Uint8Array>
}

/** A route that streams a download about a wallet. */
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
