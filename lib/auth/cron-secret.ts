import { createHash, timingSafeEqual } from "node:crypto"
import { env } from "@/lib/env"
import { readBearer } from "@/lib/http/request"

/** Whether a scheduler sends CRON_SECRET as its bearer token; always false without a configured secret. */
export function isFromScheduler(request: Request): boolean {
  const { CRON_SECRET } = env()
  if (!CRON_SECRET) return false
  return timingSafeEqual(digest(readBearer(request.headers) ?? ""), digest(CRON_SECRET))
}

/** Digests have one length, and their first difference says nothing about the secret. */
const digest = (text: string) => createHash("sha256").update(text).digest()
