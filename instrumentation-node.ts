import { env } from "@/lib/env"
import { registerObservers } from "@/lib/index-observers"

/**
 * Validates the environment at start, so that an invalid variable does not fail a request later, and makes known who
 * computes something from what requests index. In development the server
 * comes from here; a build has it in a bundle of its own.
 */
export async function register() {
  env()
  registerObservers()
  if (process.env.NODE_ENV !== "development") return
  const { provideServer } = await import("@/lib/server/server")
  provideServer()
}
