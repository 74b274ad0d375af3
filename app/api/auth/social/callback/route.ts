import { resource } from "@/lib/api/route"
import { callbackOperation } from "@/lib/social/x/operations"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: callbackOperation(),
})
