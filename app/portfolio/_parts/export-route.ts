import { z } from "zod"
import { resource, route } from "@/lib/api/route"
import { address } from "@/lib/http/wire"

type ExportRoute = {
  summary: string
  /** Part of the file name. */
  name: string
  /** Columns of the JSON file; all values are text. */
  columns: readonly string[]
  format: "csv" | "json"
  content: (wallet: string) => Promise<ReadableStream<Uint8Array>>
}

const types = { csv: "text/csv", json: "application/json" } as const

/** A route that streams a download about a wallet. */
export function createExportRoute({ summary, name, columns, format, content }: ExportRoute) {
  const row = z.object(Object.fromEntries(columns.map((column) => [column, z.string()])))
  const type = types[format]
  return resource({
    GET: route({
      summary: `${summary} as ${format === "csv" ? "comma-separated values" : "JSON"}`,
      tag: "Wallet",
      auth: "none",
      cache: "no-store",
      params: z.object({ wallet: address }),
      response: format === "csv" ? z.string() : z.array(row),
      type,
      handler: async ({ params: { wallet } }) =>
        new Response(await content(wallet), {
          headers: {
            "Content-Type": `${type}; charset=utf-8`,
            "Content-Disposition": `attachment; filename="atoll-${name}-${wallet}.${format}"`,
          },
        }),
    }),
  })
}
