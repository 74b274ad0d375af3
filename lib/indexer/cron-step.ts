import { type FollowOptions, follow } from "./follower"
import { connectFollower, tryFollowerLock } from "./follower-lock"

/** Follows the chain for a limited time, unless another follower is at work. */
export async function followFor(
  milliseconds: number,
  options: Omit<FollowOptions, "signal">,
): Promise<"busy" | "caught up" | "unfinished"> {
  const client = await connectFollower()
  try {
    if (!(await tryFollowerLock(client))) return "busy"
    const signal = AbortSignal.timeout(milliseconds)
    await follow(client, { ...options, signal }, { untilCaughtUp: true })
    return signal.aborted ? "unfinished" : "caught up"
  } finally {
    // Closing the connection releases the lock.
    await client.end()
  }
}
