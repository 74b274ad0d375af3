import { resource, route } from "@/lib/api/route"
import { findVaultEventsJson } from "@/lib/vault/queries"
import { vaultEventListQuery, vaultEventPage } from "@/lib/vault/schema"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: route({
    summary: "List the acting wallet's wraps, unwraps and locks in the vault, newest first",
    tag: "Events",
    auth: "either",
    isIndexed: true,
    kept: { clock: "none", topics: ["tokens"] },
    isOwn: true,
    query: vaultEventListQuery,
    response: vaultEventPage,
    handler: ({ caller, query }) => findVaultEventsJson(caller.wallet, query),
  }),
})
