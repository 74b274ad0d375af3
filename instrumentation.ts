import type { Instrumentation } from "next"

/** Runs once when the server starts. Code for Node.js is in its own file, so that no other runtime loads it. */
export async function register() {
  if (process.env.NEXT_RUNTIME === "nodejs")
    await (await import("./instrumentation-node")).register()
}

/** Runs for whatever a page throws. */
export const onRequestError: Instrumentation.onRequestError = async (error, { headers }) => {
  if (process.env.NEXT_RUNTIME === "nodejs")
    (await import("./instrumentation-node")).noteRequestError(error, headers)
}
