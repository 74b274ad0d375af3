"use client"

import Link from "next/link"
import { Notice } from "@/components/ui/notice"
import { useNow } from "@/components/ui/use-now"
import { formatDateTime } from "@/lib/format"
import type { AutoVest } from "@/lib/tokens/auto-vest"
import { formatVestDuration } from "./vest-duration"

const TICK_MS = 60_000

type Props = { autoVest: AutoVest; symbol: string }

/** The destination of bought tokens, and until when they stay there. */
export function AutoVestNotice({ autoVest: { isGradual, seconds }, symbol }: Props) {
  const end = new Date(useNow(TICK_MS) + seconds * 1_000)
  return (
    <Notice title={`What you buy vests for ${formatVestDuration(seconds)}`} tone="warning">
      <p>
        {isGradual
          ? "It is released second by second until "
          : "All of it is locked, and is released at once on "}
        <time dateTime={end.toISOString()} suppressHydrationWarning>
          {formatDateTime(end)}
        </time>
        . Until you claim it, you cannot sell or move it. A purchase is at least 10 USDB.
      </p>
      <p>
        <Link className="text-link" href="/vesting" prefetch={false}>
          Claim <bdi>{symbol}</bdi> under Vesting
        </Link>
      </p>
    </Notice>
  )
}
