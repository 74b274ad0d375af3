import { resource, route } from "@/lib/api/route"
import { deleteKey } from "@/lib/auth/api-keys"
import { keyParams, signOutResult } from "@/lib/auth/schema"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  DELETE: route({
    summary: "Delete an API key; it is invalid at once",
    tag: "Authentication",
    auth: "session",
    params: keyParams,
    response: signOutResult,
    errors: ["KEY_NOT_FOUND"],
    handler: async ({ caller, params }) => {
      await deleteKey(caller.wallet, params.id)
      return { ok: true, message: "API key deleted." }
    },
  }),
})
