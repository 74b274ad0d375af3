import { env } from "@/lib/env"
import { ApiError } from "@/lib/http/errors"

/** Settings for checking posts on X. */
export function getXConfig() {
  const { SOCIAL_HANDLE, SOCIAL_OEMBED_URL } = env()
  if (!SOCIAL_HANDLE || !SOCIAL_OEMBED_URL) throw notConfigured("Posts on X")
  return { handle: SOCIAL_HANDLE, oembedUrl: SOCIAL_OEMBED_URL }
}

/** The OAuth 2.0 client at X. */
export function getOauthConfig() {
  const variables = env()
  const { SOCIAL_CLIENT_ID, SOCIAL_AUTHORIZE_URL, SOCIAL_TOKEN_URL, SOCIAL_PROFILE_URL } = variables
  if (!SOCIAL_CLIENT_ID || !SOCIAL_AUTHORIZE_URL || !SOCIAL_TOKEN_URL || !SOCIAL_PROFILE_URL) {
    throw notConfigured("Linking by OAuth")
  }
  return {
    clientId: SOCIAL_CLIENT_ID,
    clientSecret: variables.SOCIAL_CLIENT_SECRET,
    authorizeUrl: SOCIAL_AUTHORIZE_URL,
    tokenUrl: SOCIAL_TOKEN_URL,
    profileUrl: SOCIAL_PROFILE_URL,
    redirectUri: `${variables.BASE_URL}/api/auth/social/callback`,
  }
}

export function getMoltbookConfig() {
  const { MOLTBOOK_API_URL, MOLTBOOK_FORUM } = env()
  if (!MOLTBOOK_API_URL) throw notConfigured("Moltbook")
  return { apiUrl: MOLTBOOK_API_URL, siteHost: getMoltbookHost(), forum: MOLTBOOK_FORUM }
}

/** Host of Moltbook's pages, with its port; empty while Moltbook is not configured. */
export function getMoltbookHost(): string {
  const { MOLTBOOK_API_URL, MOLTBOOK_SITE_URL } = env()
  const url = MOLTBOOK_SITE_URL ?? MOLTBOOK_API_URL
  return url ? new URL(url).host : ""
}

/** The part of the configuration that pages may see: names and whether a setting exists, no address and no secret. */
export type NetworkSettings = {
  x: { handle: string | null; hasOauth: boolean }
  moltbook: { forum: string; host: string } | null
}

export function getNetworkSettings(): NetworkSettings {
  const { SOCIAL_HANDLE, SOCIAL_OEMBED_URL, MOLTBOOK_API_URL, MOLTBOOK_FORUM } = env()
  return {
    x: {
      handle: SOCIAL_OEMBED_URL ? (SOCIAL_HANDLE ?? null) : null,
      hasOauth: isConfigured(getOauthConfig),
    },
    moltbook: MOLTBOOK_API_URL ? { forum: MOLTBOOK_FORUM, host: getMoltbookHost() } : null,
  }
}

export function isConfigured(get: () => unknown): boolean {
  try {
    get()
    return true
  } catch {
    return false
  }
}

const notConfigured = (what: string) =>
  new ApiError("NOT_CONFIGURED", `${what}: the operator of this site has not configured it`)
