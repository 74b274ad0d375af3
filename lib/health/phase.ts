import { processSingleton } from "@/lib/async/process-singleton"

/**
 * Where a server of ours is in its life: its first pages load code for seconds, and when it has been told to end it answers
 * until its balancers have noticed (DRAIN_SECONDS). Ready is only one that serves, as any other server always does.
 */
export const phase = (): { now: "starting" | "serving" | "draining" } =>
  processSingleton("phase", () => ({ now: "serving" }))
