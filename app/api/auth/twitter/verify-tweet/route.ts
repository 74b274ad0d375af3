import { resource } from "@/lib/api/route"
import { verifyTweetOperation } from "@/lib/social/x/operations"

/** Accepted alias of /api/auth/social. */
export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  POST: verifyTweetOperation({ deprecated: true }),
})
