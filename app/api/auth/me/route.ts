import { resource, route } from "@/lib/api/route"
import { done, me, meQuery } from "@/lib/auth/schema"
import { signOut, whoIs } from "@/lib/auth/session"

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: route({
    summary: "Wallets of the session",
    tag: "Authentication",
    auth: "session?",
    query: meQuery,
    response: me,
    handler: ({ caller, query }) => whoIs(caller?.wallets ?? [], query.address),
  }),
  DELETE: route({
    summary: "Log out one wallet, or all",
    tag: "Authentication",
    auth: "session?",
    query: meQuery,
    response: done,
    handler: async ({ caller, query, headers }) => {
      const { message, cookie } = await signOut(caller?.session ?? null, query.address)
      if (cookie) headers.push(["Set-Cookie", cookie])
      return { ok: true, message }
    },
  }),
})
