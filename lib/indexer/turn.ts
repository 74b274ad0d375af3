import { db } from "@/lib/db"
import { follow, type Options } from "./follower"
import { endTurn, tryTurn } from "./lock"

/** Follows the chain for a limited time, unless another follower is at work. */
export async function followFor(
  milliseconds: number,
  options: Omit<Options, "signal">,
): Promise<"busy" | "caught up" | "unfinished"> {
  const client = await db().pool.connect()
  let broken: Error | undefined
  try {
    if (!(await tryTurn(client))) return "busy"
    const signal = AbortSignal.timeout(milliseconds)
    await follow(client, { ...options, signal }, { untilCaughtUp: true })
    await endTurn(client)
    return signal.aborted ? "unfinished" : "caught up"
  } catch (error) {
    broken = error instanceof Error ? error : new Error(String(error))
    throw error
  } finally {
    // A connection of unknown state is closed, which ends its turn as well.
    client.release(broken)
  }
}
