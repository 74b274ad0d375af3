"use client"

import { useQuery } from "@tanstack/react-query"
import { useSession } from "@/components/wallet/session/session"
import type { ApiAnswer, ApiInput } from "@/lib/api/client"

export type Report = ApiAnswer<"GET /api/v1/bugs/reports">["data"][number]
export type ReportQuery = NonNullable<ApiInput<"GET /api/v1/bugs/reports">["query"]>

/** Reports that the wallet may read; all lists of reports reload together. */
export function useReports(wallet: string, query: ReportQuery) {
  const { request } = useSession()
  return useQuery({
    queryKey: reportsKey(wallet, query),
    queryFn: () => request("GET /api/v1/bugs/reports", { query }),
    placeholderData: (before) => before,
    retry: false,
  })
}

export const reportsKey = (wallet: string, query?: ReportQuery) =>
  query ? (["bug reports", wallet, query] as const) : (["bug reports", wallet] as const)
