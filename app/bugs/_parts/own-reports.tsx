"use client"

import { useState } from "react"
import { QueryFailure } from "@/components/browser/query-failure"
import { Button } from "@/components/ui/button"
import { Card } from "@/components/ui/card"
import { EmptyState, Skeleton } from "@/components/ui/states"
import { ReportBody } from "./report-body"
import { useReports } from "./use-reports"

const STEP = 10
/** Limit of the endpoint. */
const MOST = 100

/** The wallet's own reports with their status, the newest first. */
export function OwnReports({ wallet }: { wallet: string }) {
  const [limit, setLimit] = useState(STEP)
  const query = useReports(wallet, { wallet, limit: `${limit}` })
  const { data } = query
  return (
    <Card title="Your reports">
      <QueryFailure query={query} />
      {query.isPending && <Skeleton className="h-24" />}
      {data?.data.length === 0 && (
        <EmptyState title="No reports yet">What you send appears here with its status.</EmptyState>
      )}
      <ul className="grid gap-4 divide-y divide-line">
        {data?.data.map((report) => (
          <li className="grid gap-1.5 pb-4 last:pb-0" key={report.id}>
            <ReportBody report={report} />
          </li>
        ))}
      </ul>
      {data?.pagination.hasMore && limit < MOST && (
        <Button
          className="mt-4"
          onClick={() => setLimit(Math.min(MOST, limit * 2))}
          size="sm"
          variant="secondary"
        >
          Earlier reports
        </Button>
      )}
    </Card>
  )
}
