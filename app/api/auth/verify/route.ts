import { resource, route } from "@/lib/api/route"
import { signInBody, signInResult } from "@/lib/auth/schema"
import { createSessionWith } from "@/lib/auth/session"
import { verifySignIn } from "@/lib/auth/sign-in"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  POST: route({
    summary: "Sign in with a signed message; sets the session cookie",
    tag: "Authentication",
    auth: "none",
    cookie: true,
    csrf: "always",
    body: signInBody,
    response: signInResult,
    errors: [
      "MESSAGE_INVALID",
      "MESSAGE_DOMAIN_MISMATCH",
      "MESSAGE_CHAIN_MISMATCH",
      "MESSAGE_EXPIRED",
      "INVALID_NONCE",
      "INVALID_SIGNATURE",
      "CHAIN_UNAVAILABLE",
    ],
    handler: async ({ request, body, headers }) => {
      const address = await verifySignIn(body)
      headers.push(["Set-Cookie", await createSessionWith(request.headers, address)])
      return { ok: true, address }
    },
  }),
})
