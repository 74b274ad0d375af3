"use client"

import { Card } from "@/components/ui/card"
import { Badge, DetailRow } from "@/components/ui/figures"
import { EmptyState } from "@/components/ui/states"
import { Table } from "@/components/ui/table"
import { Time } from "@/components/ui/time"
import type { ApiAnswer } from "@/lib/api/client"
import { formatDuration, formatInteger, shortenAddress } from "@/lib/format"

type State = ApiAnswer<"GET /api/internal/operator">
type Props = { state: State }

/** Everything but the lists of the index. */
export function ServiceState({ state, at }: Props & { at: number }) {
  return (
    <>
      <p className="text-sm text-muted">
        <Verdict isGood={state.health.status === "ok"} /> read <Time time={new Date(at)} />, version{" "}
        {state.health.version}, this process up {formatDuration(state.health.uptimeSeconds)}
      </p>
      <Failures state={state} />
      <div className="grid grid-cols-1 gap-5 md:grid-cols-2">
        <IndexCard state={state} />
        <ProcessCard state={state} />
        <QueueCard state={state} />
        <DatabaseCard state={state} />
      </div>
      <JobCard state={state} />
      <LimitCard state={state} />
      <TableCard state={state} />
    </>
  )
}

function Verdict({ isGood }: { isGood: boolean }) {
  return <Badge tone={isGood ? "up" : "down"}>{isGood ? "In order" : "Not in order"}</Badge>
}

function Failures({ state: { failures } }: Props) {
  return (
    <Card title="Last failures">
      {failures.length === 0 && (
        <p className="text-sm text-muted">
          None of the index, the keeper, the daily jobs and the faucet.
        </p>
      )}
      <ul className="grid gap-3 text-sm">
        {failures.map(({ source, at, reason }) => (
          <li className="grid gap-1" key={`${source} ${at} ${reason}`}>
            <p className="flex flex-wrap justify-between gap-x-3">
              <span className="font-medium first-letter:uppercase">{source}</span>
              <Time className="text-muted" time={at} />
            </p>
            <p className="text-muted wrap-anywhere">{reason}</p>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function IndexCard({ state: { health } }: Props) {
  const { index, rpc } = health.checks
  return (
    <Card aside={<Verdict isGood={index.ok} />} title="Index">
      <dl>
        <DetailRow label="Indexed block">{numberOrDash(index.indexedBlock)}</DetailRow>
        <DetailRow label="Head">{numberOrDash(index.head)}</DetailRow>
        <DetailRow label="Behind">
          {index.lagSeconds === null || index.lagBlocks === null
            ? "–"
            : `${formatInteger(index.lagBlocks)} blocks, ${formatDuration(index.lagSeconds)}`}
        </DetailRow>
        <DetailRow label="Unreadable logs">{numberOrDash(index.unreadableLogs)}</DetailRow>
        <DetailRow label="Node">
          {rpc.ok ? `chain ${rpc.chainId}, ${rpc.latencyMs} ms` : "does not answer"}
        </DetailRow>
      </dl>
      {index.reason && <p className="mt-2 text-sm text-muted wrap-anywhere">{index.reason}</p>}
    </Card>
  )
}

function ProcessCard({ state: { health, leases } }: Props) {
  const { keeper, limits } = health.checks
  return (
    <Card title="Processes and limits">
      <dl>
        {leases.map(({ name, holder, isHeld, expiresAt, takeovers }) => (
          <DetailRow key={name} label={`${capitalize(name)} runs as`}>
            {isHeld ? (
              <>
                {holder}
                {takeovers > 0 && (
                  <span className="block font-normal text-muted">
                    taken over {takeovers === 1 ? "once" : `${formatInteger(takeovers)} times`}
                  </span>
                )}
              </>
            ) : (
              <>
                nobody, ended <Time time={expiresAt} />
              </>
            )}
          </DetailRow>
        ))}
        <DetailRow label="Keeper">{keeper ? <Verdict isGood={keeper.ok} /> : "none"}</DetailRow>
        {keeper && (
          <>
            <DetailRow label="Its account">{shortenAddress(keeper.address)}</DetailRow>
            <DetailRow label="Its last round">
              <Time time={keeper.checkedAt} />
            </DetailRow>
          </>
        )}
        <DetailRow label="Rate limits are counted">
          {limits.store === "redis" ? "in Redis, for all servers" : "by each process"}
        </DetailRow>
        {limits.awaySince && (
          <DetailRow label="Redis does not answer since">
            <Time time={limits.awaySince} />
          </DetailRow>
        )}
      </dl>
    </Card>
  )
}

function QueueCard({ state: { queues } }: Props) {
  return (
    <Card title="Queues">
      <dl>
        {queues.map(({ name, waiting, oldestAt }) => (
          <DetailRow key={name} label={capitalize(name)}>
            {formatInteger(waiting)}
            {oldestAt && (
              <>
                , oldest <Time time={oldestAt} />
              </>
            )}
          </DetailRow>
        ))}
      </dl>
    </Card>
  )
}

function DatabaseCard({ state: { health, database, streamLog } }: Props) {
  const { db } = health.checks
  return (
    <Card aside={<Verdict isGood={db.ok} />} title="Database">
      <dl>
        <DetailRow label="Answers in">
          {db.latencyMs === null ? "–" : `${db.latencyMs} ms`}
        </DetailRow>
        <DetailRow label="Size">{formatBytes(database.bytes)}</DetailRow>
        <DetailRow label="Connections">
          {database.connections} of {database.maxConnections}
        </DetailRow>
        {health.checks.replicas.map(({ ok, lagSeconds, reason }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: their order is that of the configuration
          <DetailRow key={place} label={`Replica ${place + 1}`}>
            {ok ? `${lagSeconds ?? 0} s behind` : `not read: ${reason}`}
          </DetailRow>
        ))}
        <DetailRow label="Stream log">{formatBytes(streamLog.bytes)}</DetailRow>
        <DetailRow label="Its oldest entry">
          {streamLog.oldestAt ? <Time time={streamLog.oldestAt} /> : "none"}
        </DetailRow>
      </dl>
    </Card>
  )
}

type Job = State["jobs"][number]

function JobCard({ state: { jobs } }: Props) {
  return (
    <Card title="Daily jobs">
      {jobs.length === 0 ? (
        <EmptyState title="No job has run">
          The follower runs them, or a scheduler that calls the service.
        </EmptyState>
      ) : (
        <Table
          caption="Daily jobs"
          columns={[
            { key: "name", header: "Job", isRowHeader: true, cell: ({ name }: Job) => name },
            { key: "day", header: "Day", isHiddenOnPhone: true, cell: ({ day }: Job) => day },
            { key: "state", header: "State", cell: (job: Job) => <JobState job={job} /> },
            {
              key: "attempts",
              header: "Attempts",
              align: "right",
              isHiddenOnPhone: true,
              cell: ({ attempts }: Job) => attempts,
            },
          ]}
          rowKey={({ name }) => name}
          rows={jobs}
        />
      )}
    </Card>
  )
}

function JobState({ job: { finishedAt, failure, nextTryAt, startedAt } }: { job: Job }) {
  if (finishedAt) {
    return (
      <>
        done <Time time={finishedAt} />
      </>
    )
  }
  if (failure === null) {
    return (
      <>
        running, began <Time time={startedAt} />
      </>
    )
  }
  return (
    <>
      <Badge tone="down">failed</Badge>
      {nextTryAt && (
        <>
          {" "}
          again from <Time format="dateTime" time={nextTryAt} />
        </>
      )}
    </>
  )
}

type Limit = State["limits"][number]

const DAY_SECONDS = 86_400

function LimitCard({ state: { limits, health } }: Props) {
  const { ok, store } = health.checks.limits
  return (
    <Card
      title={ok && store === "redis" ? "Refused by limits" : "Refused by limits of this process"}
    >
      <Table
        caption="Limits"
        columns={[
          {
            key: "policy",
            header: "Limit",
            isRowHeader: true,
            className: "whitespace-nowrap",
            cell: ({ policy }: Limit) => policy,
          },
          {
            key: "quota",
            header: "Allowed",
            align: "right",
            isHiddenOnPhone: true,
            cell: ({ quota, windowSeconds }: Limit) =>
              `${formatInteger(quota)} a ${windowSeconds === DAY_SECONDS ? "day" : "minute"}`,
          },
          {
            key: "hour",
            header: "This hour",
            align: "right",
            cell: ({ refusedInHour }: Limit) => formatInteger(refusedInHour),
          },
          {
            key: "day",
            header: "24 hours",
            align: "right",
            cell: ({ refusedInDay }: Limit) => formatInteger(refusedInDay),
          },
        ]}
        rowKey={({ policy }) => policy}
        rows={limits}
      />
    </Card>
  )
}

type TableRow = State["database"]["tables"][number]

function TableCard({ state: { database } }: Props) {
  return (
    <Card title="Largest tables">
      <Table
        caption="Largest tables"
        columns={[
          {
            key: "name",
            header: "Table",
            isRowHeader: true,
            className: "whitespace-nowrap",
            cell: ({ name }: TableRow) => name,
          },
          {
            key: "bytes",
            header: "Size with indexes",
            align: "right",
            cell: ({ bytes }: TableRow) => formatBytes(bytes),
          },
          {
            key: "rows",
            header: "Rows, about",
            align: "right",
            isHiddenOnPhone: true,
            cell: ({ rows }: TableRow) => numberOrDash(rows),
          },
        ]}
        rowKey={({ name }) => name}
        rows={database.tables}
      />
    </Card>
  )
}

const numberOrDash = (value: number | null) => (value === null ? "–" : formatInteger(value))

const capitalize = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1)

const GIGABYTE = 1_000_000_000
const MEGABYTE = 1_000_000

const formatBytes = (bytes: number) =>
  bytes >= GIGABYTE ? `${(bytes / GIGABYTE).toFixed(1)} GB` : `${(bytes / MEGABYTE).toFixed(1)} MB`
