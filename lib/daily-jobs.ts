import { agentCheck } from "@/lib/indexer/agent-check"
import type { DailyJob } from "@/lib/jobs/daily"
import { rankSnapshotJob } from "@/lib/profiles/ranks/snapshot"
import { recheckMoltbookPosts, recheckXPosts, removeExpired } from "@/lib/social/recheck"
import { renewTokenSeals } from "@/lib/social/token-keys"
import { pruneStreamLog } from "@/lib/streams/job"

/** All daily jobs, in the order in which a process runs them. Each is declared in its domain. */
export const dailyJobs: readonly DailyJob[] = [
  rankSnapshotJob,
  agentCheck,
  recheckXPosts,
  recheckMoltbookPosts,
  removeExpired,
  renewTokenSeals,
  pruneStreamLog,
]
