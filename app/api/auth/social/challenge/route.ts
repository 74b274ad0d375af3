import { resource } from "@/lib/api/route"
import { challengeOperation } from "@/lib/social/x/operations"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  POST: challengeOperation(),
})
