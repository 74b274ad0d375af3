import type { Instrumentation } from "next"

/** Runs once when the server starts. Code for Node.js is in its own file, so that no other runtime loads it. */
export async function register() {
  if (process.env.NEXT_RUNTIME === "nodejs")
    await (await import("./instrumentation-node")).register()
}

/** A request whose answer is checked hears of what failed in it: lib/pages/refresh-step.ts. */
export const onRequestError: Instrumentation.onRequestError = async (_error, { headers }) => {
  if (process.env.NEXT_RUNTIME !== "nodejs") return
  const { noteFailure } = await import("@/lib/api/failed-requests")
  const id = headers["x-request-id"]
  noteFailure(typeof id === "string" ? id : undefined)
}
