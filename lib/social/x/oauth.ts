import { createHash } from "node:crypto"
import { z } from "zod"
import { ApiError } from "@/lib/http/errors"
import { isPublicUrl } from "@/lib/profiles/validation"
import { getOauthConfig } from "@/lib/social/config"
import { type JsonRequest, readJson } from "@/lib/social/read-json"

const SCOPE = "tweet.read users.read"

/** The URL that the browser is sent to. It carries only the hash of the verifier. */
export function createAuthorizeUrl(state: string, verifier: string): string {
  const { authorizeUrl, clientId, redirectUri } = getOauthConfig()
  const url = new URL(authorizeUrl)
  const parameters = {
    response_type: "code",
    client_id: clientId,
    redirect_uri: redirectUri,
    scope: SCOPE,
    state,
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
  }
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  return url.href
}

/** X refused the code or its token. */
export class ExchangeError extends Error {}

const tokenAnswer = z.object({ access_token: z.string().min(1), token_type: z.string().optional() })

/** Exchanges the code for tokens; returns them unparsed, for storage. */
export async function exchangeCode(code: string, verifier: string) {
  const { tokenUrl, clientId, clientSecret, redirectUri } = getOauthConfig()
  const form = new URLSearchParams({
    grant_type: "authorization_code",
    code,
    redirect_uri: redirectUri,
    client_id: clientId,
    code_verifier: verifier,
  })
  const headers = clientSecret && { Authorization: basicAuth(clientId, clientSecret) }
  const request = { service: "X", url: tokenUrl, form }
  const body = await readAccepted({ ...request, ...(headers && { headers }) })
  return { accessToken: parseAnswer(tokenAnswer, body).access_token, tokens: JSON.stringify(body) }
}

/** RFC 6749, 2.3.1: both parts are form-encoded first. */
const basicAuth = (id: string, secret: string) =>
  `Basic ${Buffer.from(`${formEncode(id)}:${formEncode(secret)}`).toString("base64")}`

const formEncode = (text: string) => new URLSearchParams({ _: text }).toString().slice(2)

const profileAnswer = z.object({
  data: z.object({
    id: z.string().regex(/^[0-9]{1,20}$/),
    username: z.string().regex(/^[A-Za-z0-9_]{1,15}$/),
    name: z.string().max(200).nullish(),
    profile_image_url: z.string().max(500).nullish(),
  }),
})

/** The account of the token. */
export async function readAccount(accessToken: string) {
  const url = new URL(getOauthConfig().profileUrl)
  url.searchParams.set("user.fields", "profile_image_url")
  const headers = { Authorization: `Bearer ${accessToken}` }
  const { data } = parseAnswer(
    profileAnswer,
    await readAccepted({ service: "X", url: url.href, headers }),
  )
  const { id, username: handle, name, profile_image_url: picture } = data
  return {
    id,
    handle,
    displayName: name ?? null,
    picture: picture && isPublicUrl(picture) ? picture : null,
  }
}

async function readAccepted(request: JsonRequest): Promise<unknown> {
  const { status, body } = await readJson(request)
  if (status !== 200) throw new ExchangeError(`X answered ${status}`)
  return body
}

function parseAnswer<S extends z.ZodType>(schema: S, body: unknown): z.output<S> {
  const parsed = schema.safeParse(body)
  if (parsed.success) return parsed.data
  throw new ApiError("UPSTREAM_UNAVAILABLE", "X answered in an unknown form")
}
