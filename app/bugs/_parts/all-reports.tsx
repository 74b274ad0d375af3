"use client"

import { useState } from "react"
import { QueryFailure } from "@/components/browser/query-failure"
import { ButtonLink } from "@/components/ui/button"
import { Card } from "@/components/ui/card"
import { Field } from "@/components/ui/field"
import { NativeSelect } from "@/components/ui/native-select"
import { PageButtons } from "@/components/ui/page-buttons"
import { EmptyState, Skeleton } from "@/components/ui/states"
import { ADDRESS_PATTERN } from "@/lib/address"
import { categoryLabels, severityNames, statusLabels } from "@/lib/bugs/labels"
import { bugCategories, bugSeverities, bugStatuses } from "@/lib/bugs/validation"
import { formatInteger } from "@/lib/format"
import { AdminReport } from "./admin-report"
import { useReports } from "./use-reports"

const PAGE_SIZE = 10

type Filters = { status: string; severity: string; category: string; wallet: string }

const UNFILTERED: Filters = { status: "pending", severity: "", category: "", wallet: "" }

/** All reports of all wallets, for admins. */
export function AllReports({ wallet: admin }: { wallet: string }) {
  const [filters, setFilters] = useState(UNFILTERED)
  const [page, setPage] = useState(1)
  const change = (part: Partial<Filters>) => {
    setFilters((before) => ({ ...before, ...part }))
    setPage(1)
  }
  const query = useReports(admin, toQuery(filters, page))
  const { data } = query
  return (
    <section aria-labelledby="all-reports" className="grid grid-cols-1 gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="all-reports">
          All reports{data ? ` (${formatInteger(data.pagination.total)})` : ""}
        </h2>
        <ButtonLink href="/operator" prefetch={false} size="sm" variant="secondary">
          Operation
        </ButtonLink>
      </div>
      <FilterFields filters={filters} onChange={change} />
      <QueryFailure query={query} />
      {query.isPending && <Skeleton className="h-48" />}
      {data?.data.length === 0 && (
        <Card>
          <EmptyState icon="done" title="No reports match">
            Choose another status, or clear the filters.
          </EmptyState>
        </Card>
      )}
      <ul className="grid grid-cols-1 gap-3">
        {data?.data.map((report) => (
          <li className="min-w-0" key={report.id}>
            <AdminReport admin={admin} report={report} />
          </li>
        ))}
      </ul>
      {data && (
        <PageButtons
          hasMore={data.pagination.hasMore}
          of="reports"
          onChange={setPage}
          page={page}
        />
      )}
    </section>
  )
}

/** Left out: filters without a value, and an address that is not complete yet. */
function toQuery({ wallet, ...closed }: Filters, page: number) {
  const address = wallet.trim().toLowerCase()
  const filters = Object.entries(closed).filter(([, value]) => value !== "")
  return {
    ...Object.fromEntries(filters),
    ...(ADDRESS_PATTERN.test(address) && { wallet: address }),
    page: `${page}`,
    limit: `${PAGE_SIZE}`,
  }
}

type FilterFieldsProps = { filters: Filters; onChange: (part: Partial<Filters>) => void }

function FilterFields({ filters, onChange }: FilterFieldsProps) {
  const options = <T extends string>(values: readonly T[], labels: Record<T, string>) =>
    [["", "All"], ...values.map((value) => [value, labels[value]] as const)] as const
  const isBad = filters.wallet.trim() !== "" && !ADDRESS_PATTERN.test(filters.wallet.trim())
  return (
    <div className="grid gap-3 sm:grid-cols-3">
      <NativeSelect
        label="Status"
        onChange={(event) => onChange({ status: event.target.value })}
        options={options(bugStatuses, statusLabels)}
        value={filters.status}
      />
      <NativeSelect
        label="Severity"
        onChange={(event) => onChange({ severity: event.target.value })}
        options={options(bugSeverities, severityNames)}
        value={filters.severity}
      />
      <NativeSelect
        label="Category"
        onChange={(event) => onChange({ category: event.target.value })}
        options={options(bugCategories, categoryLabels)}
        value={filters.category}
      />
      <div className="sm:col-span-3">
        <Field
          error={isBad ? "Enter 0x and 40 hexadecimal digits" : null}
          label="Reported by"
          onChange={(event) => onChange({ wallet: event.target.value })}
          placeholder="0x…"
          spellCheck={false}
          value={filters.wallet}
        />
      </div>
    </div>
  )
}
