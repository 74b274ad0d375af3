import { resource, route } from "@/lib/api/route"
import { createKey, listKeys } from "@/lib/auth/api-keys"
import { createdKey, createKeyBody, keyList } from "@/lib/auth/schema"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: route({
    summary: "API keys of the acting wallet",
    tag: "Authentication",
    auth: "session",
    response: keyList,
    handler: async ({ caller }) => ({ keys: await listKeys(caller.wallet) }),
  }),
  POST: route({
    summary: "Create the acting wallet's API key",
    tag: "Authentication",
    auth: "session",
    body: createKeyBody,
    response: createdKey,
    status: 201,
    errors: ["KEY_LIMIT_REACHED"],
    handler: ({ caller, body }) => createKey(caller.wallet, body.label || null),
  }),
})
