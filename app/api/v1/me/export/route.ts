import { walletExport } from "@/lib/account/data-schema"
import { openExport } from "@/lib/account/export"
import { resource, route } from "@/lib/api/route"
import { JSON_TYPE } from "@/lib/http/response"
import { DATA_CSP } from "@/lib/http/security"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: route({
    summary: "Export everything that is stored about the acting wallet",
    tag: "My Account",
    auth: "either",
    cache: "no-store",
    isIndexed: true,
    readsReplica: true,
    response: walletExport,
    handler: async ({ caller: { wallet }, openReplica }) =>
      new Response(await openExport(wallet, openReplica), {
        headers: {
          "Content-Type": JSON_TYPE,
          "Content-Disposition": `attachment; filename="atoll-${wallet}.json"`,
          "Content-Security-Policy": DATA_CSP,
          Vary: "X-API-Key, Cookie",
        },
      }),
  }),
})
