/** Runs once when the server starts. Code for Node.js is in its own file, so that no other runtime loads it. */
export async function register() {
  if (process.env.NEXT_RUNTIME === "nodejs")
    await (await import("./instrumentation-node")).register()
}
