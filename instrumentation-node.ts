import { prisma } from "@/lib/db/client"
import { env } from "@/lib/env"
import { registerObservers } from "@/lib/index-observers"
import { watchRequests } from "@/lib/telemetry/requests"
import { startTelemetry } from "@/lib/telemetry/start"

/** Validates the environment at start, so that an invalid variable does not fail a request later. */
export function register() {
  env()
  startTelemetry("web")
  watchRequests()
  registerObservers()
  // Most of what the first query of a process costs. A start does not wait for it, nor fail while the database is away.
  prisma.$connect().catch(() => {})
}
