import { resource, route } from "@/lib/api/route"
import { issuedNonce, walletQuery } from "@/lib/auth/schema"
import { prepareSignIn } from "@/lib/auth/sign-in"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: route({
    summary: "One-time nonce for a wallet's sign-in message",
    tag: "Authentication",
    auth: "none",
    cookie: true,
    cache: "no-store",
    query: walletQuery,
    response: issuedNonce,
    handler: ({ query }) => prepareSignIn(query.address),
  }),
})
