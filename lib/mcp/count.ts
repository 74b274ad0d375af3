import { countRequest, rateLimitedError } from "@/lib/api/rate-limit"

/** Counts a message that no operation counts, as a page of its sender's address. */
export async function countMessage(ip: string, policy: "page" | "ip" = "page") {
  const result = await countRequest(policy, ip)
  if (!result.isAllowed) throw rateLimitedError(result)
}
