import { countRefusals } from "@/lib/api/refusals"
import { prisma } from "@/lib/db/client"
import { isDatabaseUnavailable } from "@/lib/db/errors"
import { env } from "@/lib/env"
import { registerObservers } from "@/lib/index-observers"
import { startMonitoring } from "@/lib/monitoring/start"
import { noteFailed } from "@/lib/pages/partial-pages"
import { watchRequests } from "@/lib/telemetry/requests"

/** Validates the environment at start, so that an invalid variable does not fail a request later. */
export async function register() {
  env()
  await startMonitoring("web")
  watchRequests()
  countRefusals()
  registerObservers()
  // Most of what the first query of a process costs. A start does not wait for it, nor fail while the database is away.
  prisma.$connect().catch(() => {})
}

/** A page that lacks the database between its check and its end answers as one that lacked it before (server/pages.ts). */
export function noteRequestError(error: unknown, headers: NodeJS.Dict<string | string[]>) {
  if (isDatabaseUnavailable(error)) noteFailed(`${headers["x-request-id"]}`)
}
