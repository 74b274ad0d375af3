import { afterAll, beforeEach } from "vitest"
import { networks, SERVER_HANDLE, startNetworks } from "./network-server"

export { moltbookPost, networks, sendJson, tweet } from "./network-server"

const { base, stop } = await startNetworks()

export const networkVariables = {
  SOCIAL_HANDLE: SERVER_HANDLE,
  SOCIAL_OEMBED_URL: `${base}/oembed`,
  SOCIAL_CLIENT_ID: "client id",
  SOCIAL_CLIENT_SECRET: "a/secret",
  SOCIAL_AUTHORIZE_URL: `${base}/i/oauth2/authorize`,
  SOCIAL_TOKEN_URL: `${base}/2/oauth2/token`,
  SOCIAL_PROFILE_URL: `${base}/2/users/me`,
  MOLTBOOK_API_URL: `${base}/api/v1/`,
  MOLTBOOK_SITE_URL: "https://www.moltbook.com",
}
// Read on first use.
Object.assign(process.env, networkVariables)

beforeEach(() => {
  networks.answer = null
  networks.requests.length = 0
})
afterAll(stop)
