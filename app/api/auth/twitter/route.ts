import { resource } from "@/lib/api/route"
import { socialOperation } from "@/lib/social/x/operations"

/** Accepted alias of /api/auth/social. */
export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: socialOperation({ deprecated: true }),
})
