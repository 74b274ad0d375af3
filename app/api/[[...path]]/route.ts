import { notFoundHandlers } from "@/lib/api/route"

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = notFoundHandlers()
