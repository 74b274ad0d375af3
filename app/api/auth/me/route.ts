import { resource, route } from "@/lib/api/route"
import { sessionInfo, sessionInfoQuery, signOutResult } from "@/lib/auth/schema"
import { describeSession, endReplacedSession, signOut } from "@/lib/auth/session"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: route({
    summary: "Wallets of the session",
    tag: "Authentication",
    auth: "session?",
    query: sessionInfoQuery,
    response: sessionInfo,
    handler: ({ caller, query }) => describeSession(caller?.wallets ?? [], query.address),
  }),
  DELETE: route({
    summary: "Log out one wallet, or all",
    tag: "Authentication",
    auth: "session?",
    query: sessionInfoQuery,
    response: signOutResult,
    handler: async ({ caller, query, headers, request }) => {
      if (!caller && query.address === undefined) await endReplacedSession(request.headers)
      const { message, cookie } = await signOut(caller?.session ?? null, query.address)
      if (cookie) headers.push(["Set-Cookie", cookie])
      return { ok: true, message }
    },
  }),
})
