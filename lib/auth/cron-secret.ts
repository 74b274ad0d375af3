import { createHash, timingSafeEqual } from "node:crypto"
import { env } from "@/lib/env"
import { ApiError } from "@/lib/http/errors"
import { type HeaderReader, readBearer } from "@/lib/http/request"

/**
 * Lets a scheduler pass, which sends CRON_SECRET as its bearer token. Anybody else is answered as at an unknown path.
 * Nobody passes without a configured secret.
 */
export function requireScheduler(headers: HeaderReader): void {
  const { CRON_SECRET } = env()
  const token = readBearer(headers) ?? ""
  if (CRON_SECRET && timingSafeEqual(digest(token), digest(CRON_SECRET))) return
  throw new ApiError("NOT_FOUND", "No such path")
}

/** Digests have one length, and their first difference says nothing about the secret. */
const digest = (text: string) => createHash("sha256").update(text).digest()
