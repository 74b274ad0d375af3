import { env } from "@/lib/env"

/**
 * Validates the environment at start, so that an invalid variable does not fail a request later. In development the server
 * comes from here; a build has it in a bundle of its own.
 */
export async function register() {
  env()
  if (process.env.NODE_ENV !== "development") return
  const { provideServer } = await import("@/lib/server/server")
  provideServer()
}
