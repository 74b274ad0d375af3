import { env } from "@/lib/env"
import { registerObservers } from "@/lib/index-observers"

/** Validates the environment at start, so that an invalid variable does not fail a request later. */
export function register() {
  env()
  registerObservers()
}
