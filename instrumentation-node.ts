import { installRequestHooks } from "@/lib/api/server"
import { env } from "@/lib/env"

/** A wrong variable stops the server here, not a visitor's request later. */
export async function register() {
  env()
  installRequestHooks()
}
