import { provideServer } from "@/lib/api/server"
import { env } from "@/lib/env"

/** Validates the environment at start, so that an invalid variable does not fail a request later. */
export async function register() {
  env()
  provideServer()
}
