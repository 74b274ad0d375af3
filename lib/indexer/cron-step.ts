import { tryLease } from "@/lib/db/lease"
import type { FollowOptions } from "./follower"
import { FOLLOWER, followUnder } from "./follower-lease"

/** Follows the chain for a limited time, unless another follower is at work. */
export async function followFor(
  milliseconds: number,
  options: Omit<FollowOptions, "signal">,
): Promise<"busy" | "caught up" | "unfinished"> {
  const lease = await tryLease(FOLLOWER)
  if (!lease) return "busy"
  const signal = AbortSignal.timeout(milliseconds)
  await followUnder(lease, { ...options, signal }, { untilCaughtUp: true })
  return signal.aborted ? "unfinished" : "caught up"
}
