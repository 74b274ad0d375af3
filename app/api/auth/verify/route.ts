import { resource, route } from "@/lib/api/route"
import { signedInAs, signInBody } from "@/lib/auth/schema"
import { openSession, presentedSession } from "@/lib/auth/session"
import { verifySignIn } from "@/lib/auth/sign-in"

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  POST: route({
    summary: "Sign in with a signed message; sets the session cookie",
    tag: "Authentication",
    auth: "none",
    cookie: true,
    csrf: true,
    body: signInBody,
    response: signedInAs,
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
      const { session } = await presentedSession(request.headers)
      headers.push(["Set-Cookie", await openSession(session, address)])
      return { ok: true, address }
    },
  }),
})
