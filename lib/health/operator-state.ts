import { type AliasableExpression, sql } from "kysely"
import { readQuotas, windowSecondsOf } from "@/lib/api/rate-limit"
import { readRefusals } from "@/lib/api/refusals"
import { db, pool } from "@/lib/db/client"
import { statement } from "@/lib/db/statement"
import { MAX_COUNTED } from "./index-lists"
import {
  databaseState,
  type Failure,
  type Job,
  type Limit,
  type OperatorState,
} from "./operator-schema"
import { checkHealth } from "./service"

/** What the operator sees beside the public health: queues, jobs, sizes and the last failures. */
export async function readOperatorState(): Promise<OperatorState> {
  const [health, leases, queues, jobs, limits, streamLog, database, failures] = await Promise.all([
    checkHealth(),
    readLeases({}),
    readQueues({}),
    findJobs(),
    readLimits(),
    readStreamLog(),
    readDatabase(),
    findFailures({}),
  ])
  const jobFailures = jobs.flatMap(({ name, startedAt, failure }): Failure[] =>
    failure === null ? [] : [{ source: `daily job ${name}`, at: startedAt, reason: failure }],
  )
  const all = [...failures, ...jobFailures].sort((a, b) => +b.at - +a.at)
  return { health, leases, queues, jobs, limits, streamLog, database, failures: all }
}

const readLeases = statement({}, () =>
  db
    .selectFrom("lease")
    .select(({ ref }) => [
      "name",
      // The rest tells apart the times that a process has taken it.
      sql<string>`split_part(${ref("holder")}, ' ', 1) || ', process ' || split_part(${ref("holder")}, ' ', 2)`.as(
        "holder",
      ),
      sql<boolean>`${ref("expires_at")} > clock_timestamp()`.as("isHeld"),
      "expires_at as expiresAt",
      sql<number>`(${ref("fence")} - 1)::float8`.as("takeovers"),
    ])
    .orderBy("name"),
)

type QueueName = OperatorState["queues"][number]["name"]

const noTime = sql<Date | null>`null::timestamptz`

/** One row: how many rows wait, and since when the oldest does. */
const queue = (name: QueueName, rows: AliasableExpression<{ since: Date | null }>) =>
  db
    .selectFrom(rows.as("due"))
    .select(({ fn }) => [
      sql<QueueName>`${sql.lit(name)}`.as("name"),
      sql<number>`count(*)::int`.as("waiting"),
      fn.min<Date | null>("due.since").as("oldestAt"),
    ])

const readQueues = statement({}, () =>
  queue("points", db.selectFrom("points_due").select("since").limit(MAX_COUNTED))
    .unionAll(
      queue(
        "first buyers",
        db.selectFrom("creation_due").select(noTime.as("since")).limit(MAX_COUNTED),
      ),
    )
    .unionAll(
      queue(
        "track records",
        db.selectFrom("agent_record_due").select(noTime.as("since")).limit(MAX_COUNTED),
      ),
    )
    .unionAll(
      queue(
        "token readings",
        db
          .selectFrom("token_reading")
          .select(noTime.as("since"))
          .where("due_block", "is not", null)
          .limit(MAX_COUNTED),
      ),
    )
    .unionAll(
      queue(
        "faucet payouts",
        db
          .selectFrom("faucet_payout")
          .select("created_at as since")
          .where("state", "in", ["stored", "sent"])
          .limit(MAX_COUNTED),
      ),
    ),
)

const selectJobs = statement({}, () =>
  db
    .selectFrom("job_run")
    .distinctOn("name")
    .select(({ ref }) => [
      ...(["name", "attempts", "failure"] as const),
      sql<string>`to_char(${ref("day")}, 'YYYY-MM-DD')`.as("day"),
      "started_at as startedAt",
      "finished_at as finishedAt",
      "lease_until as leaseUntil",
    ])
    .orderBy("name")
    .orderBy("job_run.day", "desc"),
)

async function findJobs(): Promise<Job[]> {
  const rows = await selectJobs({})
  return rows.map(({ leaseUntil, ...run }) => ({
    ...run,
    nextTryAt: run.failure === null ? null : leaseUntil,
  }))
}

/** Payouts of the faucet that came to nothing. */
const SHOWN_PAYOUTS = 5

/** Of the index, the keeper and the faucet: what each has stored. */
const findFailures = statement({}, () =>
  db
    .selectFrom("index_failure")
    .select([sql<string>`'index'`.as("source"), "since as at", "reason"])
    .unionAll(
      db
        .selectFrom("keeper_status")
        .select(({ ref }) => [
          sql<string>`'keeper'`.as("source"),
          "checked_at as at",
          sql<string>`${ref("failure")}`.as("reason"),
        ])
        .where("failure", "is not", null),
    )
    .unionAll(
      db
        .selectFrom(
          db
            .selectFrom("faucet_payout")
            .select(["settled_at", "failure"])
            .where("state", "=", "void")
            .where("failure", "is not", null)
            .where("settled_at", "is not", null)
            .orderBy("settled_at", "desc")
            .limit(SHOWN_PAYOUTS)
            .as("payout"),
        )
        .select(({ ref }) => [
          sql<string>`'faucet'`.as("source"),
          sql<Date>`${ref("settled_at")}`.as("at"),
          sql<string>`${ref("failure")}`.as("reason"),
        ]),
    ),
)

async function readLimits(): Promise<Limit[]> {
  const { inHour, inDay } = await readRefusals()
  return Object.entries(readQuotas()).map(([policy, quota]) => ({
    policy,
    quota,
    windowSeconds: windowSecondsOf(policy),
    refusedInHour: inHour.get(policy) ?? 0,
    refusedInDay: inDay.get(policy) ?? 0,
  }))
}

const SHOWN_TABLES = 10

/** In SQL: the catalogue is no table of the schema. */
async function readDatabase() {
  const { rows } = await pool().query(
    `select pg_database_size(current_database())::float8 as bytes,
      (select count(*)::int from pg_stat_activity where datname = current_database()) as connections,
      current_setting('max_connections')::int as "maxConnections",
      (select json_agg(t) from (
        select root.relname as name, sum(pg_total_relation_size(part.oid))::float8 as bytes,
          case when bool_or(part.reltuples >= 0) then sum(greatest(part.reltuples, 0)) end::float8 as rows
        from pg_class part
        join pg_class root on root.oid = coalesce(pg_partition_root(part.oid), part.oid)
        where part.relkind = 'r' and part.relnamespace = current_schema()::regnamespace
        group by root.relname order by bytes desc, name limit $1
      ) t) as tables`,
    [SHOWN_TABLES],
  )
  return databaseState.parse(rows[0])
}

/** Size of the log with all of its partitions, and how far back it reaches. */
async function readStreamLog(): Promise<OperatorState["streamLog"]> {
  const row = await db
    .selectNoFrom(({ selectFrom }) => [
      sql<number>`(
        select sum(pg_total_relation_size(oid)) from pg_class
        where relkind = 'r' and coalesce(pg_partition_root(oid), oid) = 'stream_event'::regclass
      )::float8`.as("bytes"),
      selectFrom("stream_event").select("created_at").orderBy("id").limit(1).as("oldestAt"),
    ])
    .executeTakeFirstOrThrow()
  return row
}
