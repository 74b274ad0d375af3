import { prisma } from "@/lib/db/client"
import { env } from "@/lib/env"
import { registerObservers } from "@/lib/index-observers"

/** Validates the environment at start, so that an invalid variable does not fail a request later. */
export function register() {
  env()
  registerObservers()
  // Most of what the first query of a process costs. A start does not wait for it, nor fail while the database is away.
  prisma.$connect().catch(() => {})
}
