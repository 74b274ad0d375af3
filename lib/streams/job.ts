import { writers } from "@/lib/db/client"
import type { DailyJob } from "@/lib/jobs/daily"
import { KEPT_DAYS } from "@/lib/stream-log/constants"

/** Days for which the log has partitions when this job does not run. */
const DAYS_AHEAD = 3

/** Drops the days of the log that have expired, and makes the next ones; cursors before have expired. */
export const pruneStreamLog: DailyJob = {
  name: "stream log",
  run: async () => {
    await pruneLog()
  },
}

export async function pruneLog() {
  // Rows of days without a partition move, which may take longer than a request.
  const call = "select keep_stream_days(make_interval(days => $1), $2)"
  await writers().query(call, [KEPT_DAYS, DAYS_AHEAD])
}
