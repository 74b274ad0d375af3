"use client"

import { useQuery, useQueryClient } from "@tanstack/react-query"
import { QueryFailure } from "@/components/browser/query-failure"
import { Skeleton } from "@/components/ui/states"
import { useSession } from "@/components/wallet/session/session"
import type { ApiAnswer } from "@/lib/api/client"
import { statusLabels } from "@/lib/bugs/labels"
import { BlockForm } from "./block-form"

type Similar = ApiAnswer<"GET /api/internal/bugs/[id]">["similar"]

/** Context for an admin's verdict: earlier similar reports, and whether their wallet is blocked. */
export function VerdictContext({ id, wallet }: { id: string; wallet: string }) {
  const { request } = useSession()
  const queries = useQueryClient()
  const queryKey = ["verdict context", id]
  const query = useQuery({
    queryKey,
    queryFn: () => request("GET /api/internal/bugs/[id]", { params: { id } }),
    retry: false,
  })
  if (query.isPending) return <Skeleton className="h-32" />
  if (!query.data) return <QueryFailure query={query} />
  const { similar, block } = query.data
  return (
    <div className="grid gap-4 rounded-control bg-sunken p-3 text-sm">
      <SimilarReports similar={similar} />
      <BlockForm
        block={block}
        key={block?.reason ?? ""}
        onChange={() => queries.invalidateQueries({ queryKey: ["verdict context"] })}
        wallet={wallet}
      />
    </div>
  )
}

const PERCENT = 100

function SimilarReports({ similar }: { similar: Similar }) {
  if (similar.length === 0) return <p className="text-muted">No earlier report reads like this.</p>
  return (
    <section aria-label="Similar reports" className="grid gap-2">
      <h4 className="font-medium">Possible duplicates of</h4>
      <ul className="grid gap-2">
        {similar.map(({ id, title, description, status, similarity }) => (
          <li key={id}>
            <details>
              <summary className="min-h-11 cursor-pointer py-2 wrap-anywhere">
                #{id} <bdi>{title}</bdi>{" "}
                <span className="text-muted">
                  {statusLabels[status]}, {Math.round(similarity * PERCENT)} % alike
                </span>
              </summary>
              <p className="whitespace-pre-wrap wrap-anywhere" dir="auto">
                {description}
              </p>
            </details>
          </li>
        ))}
      </ul>
    </section>
  )
}
