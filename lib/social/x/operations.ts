import { z } from "zod"
import { route } from "@/lib/api/route"
import { actAs } from "@/lib/auth/caller"
import {
  callbackQuery,
  challenge,
  linkedByPost,
  socialQuery,
  toPostRef,
  tweetBody,
} from "@/lib/social/schema"
import { beginAuthorization, endAuthorization } from "./authorization"
import { createChallenge, verifyChallenge } from "./challenge"

/** Operations that are served under /api/auth/social and, as an accepted alias, /api/auth/twitter. */
export type AliasOptions = { deprecated?: boolean }

const tag = "Authentication"

export const socialOperation = ({ deprecated = false }: AliasOptions = {}) =>
  route({
    summary: "Begin linking an X account by OAuth 2.0 with PKCE, in a browser",
    tag,
    auth: "session",
    namesWallet: true,
    deprecated,
    query: socialQuery,
    response: z.unknown(),
    status: 302,
    errors: ["NOT_CONFIGURED"],
    handler: async ({ caller, query }) => {
      const { wallet, session } = actAs(caller, query.wallet)
      if (!session) throw new Error("A session has authenticated the caller")
      return redirect(await beginAuthorization(session, wallet))
    },
  })

export const callbackOperation = ({ deprecated = false }: AliasOptions = {}) =>
  route({
    summary: "End of linking an X account by OAuth; X sends the browser here",
    tag,
    auth: "session?",
    cookie: true,
    deprecated,
    query: callbackQuery,
    response: z.unknown(),
    status: 302,
    handler: async ({ caller, query }) =>
      redirect(await endAuthorization(caller?.session ?? null, query)),
  })

export const challengeOperation = ({ deprecated = false }: AliasOptions = {}) =>
  route({
    summary: "Ask for a code to post on X, which proves the account",
    tag,
    auth: "either",
    deprecated,
    response: challenge,
    errors: ["WALLET_ALREADY_LINKED", "NOT_CONFIGURED"],
    handler: ({ caller }) => createChallenge(caller.wallet),
  })

export const verifyTweetOperation = ({ deprecated = false }: AliasOptions = {}) =>
  route({
    summary: "Link the X account that posted the code",
    tag,
    auth: "either",
    deprecated,
    body: tweetBody,
    response: linkedByPost,
    status: 201,
    errors: [
      "NO_ACTIVE_CHALLENGE",
      "WALLET_ALREADY_LINKED",
      "ACCOUNT_ALREADY_LINKED",
      "SOCIAL_POST_UNVERIFIABLE",
      "CODE_NOT_FOUND",
      "UPSTREAM_UNAVAILABLE",
      "NOT_CONFIGURED",
    ],
    handler: ({ caller, body }) => verifyChallenge(caller.wallet, toPostRef(body.tweetUrl)),
  })

const redirect = (location: string) =>
  new Response(null, { status: 302, headers: { Location: location } })
