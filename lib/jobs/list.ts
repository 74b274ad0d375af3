import { agentCheck } from "@/lib/agents/check"
import { recheckMoltbookPosts, recheckXPosts, removeExpired } from "@/lib/social/recheck"
import type { DailyJob } from "./daily"

/** All daily jobs, in the order in which a process runs them. Each is declared in its domain. */
export const dailyJobs: readonly DailyJob[] = [
  agentCheck,
  recheckXPosts,
  recheckMoltbookPosts,
  removeExpired,
]
