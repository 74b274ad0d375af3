import { formatDuration } from "@/lib/format"

/** How long a window is open, without parts that are nothing: "30 min", "24 h". */
export const formatPeriod = (seconds: number) =>
  formatDuration(seconds).replace(/ 0(0 s| min| h)$/, "")
