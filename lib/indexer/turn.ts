import { follow, type Options } from "./follower"
import { connectFollower, tryTurn } from "./lock"

/** Follows the chain for a limited time, unless another follower is at work. */
export async function followFor(
  milliseconds: number,
  options: Omit<Options, "signal">,
): Promise<"busy" | "caught up" | "unfinished"> {
  const client = await connectFollower()
  try {
    if (!(await tryTurn(client))) return "busy"
    const signal = AbortSignal.timeout(milliseconds)
    await follow(client, { ...options, signal }, { untilCaughtUp: true })
    return signal.aborted ? "unfinished" : "caught up"
  } finally {
    // Closing the connection ends its turn.
    await client.end()
  }
}
