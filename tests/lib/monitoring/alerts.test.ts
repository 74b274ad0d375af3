import { spawnSync } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"
import { expect, test } from "vitest"
import { RULES_FILE, rules } from "./rules"

/** What Prometheus hears of a service in order: first value, and change in each minute. */
const HEALTHY: Record<string, string> = {
  'up{job="atoll",instance="web1:9464"}': "1+0",
  'up{job="haproxy",instance="haproxy:8405"}': "1+0",
  'haproxy_backend_active_servers{job="haproxy",proxy="reads"}': "3+0",
  'process_start_time_seconds{program="follower",instance="a"}': "1+0",
  'process_start_time_seconds{program="follower",instance="b"}': "1+0",
  'atoll_database_up{program="web"}': "1+0",
  'atoll_database_up{program="follower"}': "1+0",
  'atoll_replica_ok{replica="one:5432"}': "1+0",
  'atoll_replica_ok{replica="two:5432"}': "1+0",
  'atoll_node_up{program="web"}': "1+0",
  'atoll_node_up{program="follower"}': "1+0",
  atoll_index_lag_seconds: "3+0",
  atoll_index_ok: "1+0",
  atoll_index_unreadable_logs: "7+0",
  atoll_node_incomplete_answers_total: "0+0",
  atoll_keeper_ok: "1+0",
  'atoll_job_ok{job="atoll",daily_job="clean"}': "1+0",
  'atoll_job_ok{job="atoll",daily_job="posts"}': "1+0",
  'atoll_job_last_success_timestamp_seconds{job="atoll",daily_job="clean"}': "0+60",
  'atoll_job_last_success_timestamp_seconds{job="atoll",daily_job="posts"}': "0+60",
  'atoll_http_requests_total{status="200"}': "0+60",
  'atoll_http_requests_total{status="503"}': "0+0",
  'atoll_http_request_duration_seconds_bucket{le="1"}': "0+60",
  'atoll_http_request_duration_seconds_bucket{le="5"}': "0+60",
  'atoll_http_request_duration_seconds_bucket{le="+Inf"}': "0+60",
  atoll_database_connection_failures_total: "0+0",
  atoll_rate_limit_store_away: "0+0",
  'atoll_queue_waiting{queue="rendering"}': "2+0",
  'nodejs_eventloop_lag_p99_seconds{instance="web1:9464"}': "0.02+0",
}

type Fault = {
  /** What Prometheus hears in place of the above; nothing where it is null. */
  series: Record<string, string | null>
  minutes?: number
  labels?: Record<string, string>
  summary: string
}

const FAULTS: Record<string, Fault> = {
  ProgramAway: {
    series: { 'up{job="haproxy",instance="haproxy:8405"}': "0+0" },
    labels: { job: "haproxy", instance: "haproxy:8405" },
    summary: "haproxy:8405 does not answer",
  },
  WebServersAway: {
    series: { 'haproxy_backend_active_servers{job="haproxy",proxy="reads"}': "1+0" },
    summary: "The balancer sends to 1 web servers",
  },
  FollowerAway: {
    series: {
      'process_start_time_seconds{program="follower",instance="a"}': null,
      'process_start_time_seconds{program="follower",instance="b"}': null,
    },
    labels: { program: "follower" },
    summary: "No follower runs, and nothing new is indexed",
  },
  FollowerAlone: {
    series: { 'process_start_time_seconds{program="follower",instance="b"}': null },
    summary: "No second follower waits to take the place of the first",
  },
  DatabaseAway: {
    series: { 'atoll_database_up{program="web"}': "0+0" },
    labels: { program: "web" },
    summary: "The web does not reach the database",
  },
  ReplicaAway: {
    series: { 'atoll_replica_ok{replica="two:5432"}': "0+0" },
    labels: { replica: "two:5432" },
    summary: "The replica two:5432 is not read, and the primary answers in its place",
  },
  NodeAway: {
    series: { 'atoll_node_up{program="follower"}': "0+0" },
    labels: { program: "follower" },
    summary: "The node does not answer, or is one of another chain",
  },
  IndexBehind: {
    series: { atoll_index_lag_seconds: "121+0" },
    summary: "The index is 121 s behind the chain",
  },
  IndexStuck: { series: { atoll_index_ok: "0+0" }, summary: "The index does not move on" },
  UnreadableLogs: {
    series: { atoll_index_unreadable_logs: "7+1" },
    summary: "Logs of our contracts were left out",
  },
  NodeIncomplete: {
    series: { atoll_node_incomplete_answers_total: "0+60" },
    summary: "The node leaves out logs, and the index waits for them",
  },
  KeeperFailing: {
    series: { atoll_keeper_ok: "0+0" },
    summary: "The keeper is away, or its rounds fail",
  },
  DailyJobFailing: {
    series: { 'atoll_job_ok{job="atoll",daily_job="clean"}': "0+0" },
    minutes: 40,
    labels: { daily_job: "clean" },
    summary: "The daily job clean fails",
  },
  // The next day's run began after an hour and has not ended since.
  DailyJobOverdue: {
    series: {
      'atoll_job_last_success_timestamp_seconds{job="atoll",daily_job="clean"}': "0x60 _x1800",
    },
    minutes: 30 * 60 + 20,
    labels: { daily_job: "clean" },
    summary: "The daily job clean has not succeeded for 30 hours",
  },
  RequestsFailing: {
    series: { 'atoll_http_requests_total{status="503"}': "0+20" },
    summary: "25% of the requests fail",
  },
  RequestsSlow: {
    series: { 'atoll_http_request_duration_seconds_bucket{le="1"}': "0+0" },
    summary: "One request of twenty takes more than 4.8 s",
  },
  ConnectionsShort: {
    series: { atoll_database_connection_failures_total: "0+60" },
    summary: "Requests wait in vain for a connection to the database",
  },
  LimitStoreAway: {
    series: { atoll_rate_limit_store_away: "1+0" },
    summary: "Each process counts rate limits for itself",
  },
  RenderingQueueLong: {
    series: { 'atoll_queue_waiting{queue="rendering"}': "21+0" },
    summary: "21 pages wait to be rendered",
  },
  EventLoopBlocked: {
    series: { 'nodejs_eventloop_lag_p99_seconds{instance="web1:9464"}': "0.6+0" },
    labels: { instance: "web1:9464" },
    summary: "web1:9464 answers late as it computes",
  },
}

/** A test in promtool's words: after so many minutes this alert fires, and no other. */
function describeFault(name: string, { series, minutes = 20, labels, summary }: Fault) {
  const heard = Object.entries({ ...HEALTHY, ...series }).flatMap(([each, values]) => {
    if (values === null) return []
    return [{ series: each, values: values.includes("x") ? values : `${values}x${minutes}` }]
  })
  const checks = rules.map(({ alert, labels: own, annotations: { remedy } }) => {
    const fired = { exp_labels: { ...own, ...labels }, exp_annotations: { summary, remedy } }
    return {
      ...{ eval_time: `${minutes}m`, alertname: alert },
      exp_alerts: alert === name ? [fired] : [],
    }
  })
  return { name, interval: "1m", input_series: heard, alert_rule_test: checks }
}

test("each alert has a fault here in which it fires", () => {
  expect(Object.keys(FAULTS).sort()).toEqual(rules.map(({ alert }) => alert).sort())
})

const hasPromtool = spawnSync("promtool", ["--version"]).status === 0
if (!hasPromtool) console.warn("SKIPPED: promtool's tests of the rules, as Prometheus is not here")

test.skipIf(!hasPromtool)(
  "each alert fires in its own fault alone, and none in good health",
  () => {
    const folder = mkdtempSync(path.join(tmpdir(), "atoll-alerts-"))
    const healthy = { series: {}, minutes: 31 * 60, summary: "" }
    const tests = Object.entries({ "good health": healthy, ...FAULTS }).map(([name, fault]) =>
      describeFault(name, fault),
    )
    try {
      const file = path.join(folder, "tests.yml")
      // JSON is YAML.
      writeFileSync(
        file,
        JSON.stringify({ rule_files: [RULES_FILE], evaluation_interval: "1m", tests }),
      )
      const result = spawnSync("promtool", ["test", "rules", file], { encoding: "utf8" })
      expect([result.status, result.stdout + result.stderr]).toEqual([
        ...[0, expect.stringContaining("SUCCESS")],
      ])
    } finally {
      rmSync(folder, { recursive: true })
    }
  },
)
