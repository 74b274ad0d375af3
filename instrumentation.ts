/** Runs once when a server starts. What needs Node stands apart, so that no other runtime loads it. */
export async function register() {
  if (process.env.NEXT_RUNTIME === "nodejs")
    await (await import("./instrumentation-node")).register()
}
