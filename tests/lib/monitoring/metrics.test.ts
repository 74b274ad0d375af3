import { spawnSync } from "node:child_process"
import { once } from "node:events"
import { readFileSync } from "node:fs"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { afterAll, beforeAll, expect, test } from "vitest"
import { z } from "zod"
import { countRequest } from "@/lib/api/rate-limit"
import { pool } from "@/lib/db/client"
import { claimRun, finishRun } from "@/lib/jobs/runs"
import { serveMetrics } from "@/lib/monitoring/metrics"
import { watchRequests } from "@/lib/telemetry/requests"
import { signals } from "@/lib/telemetry/signals"
import { RULES_FILE, rules } from "./rules"

let metrics: Server
const server = createServer((_, response) => response.writeHead(503).end("away"))

beforeAll(async () => {
  watchRequests()
  metrics = serveMetrics({ program: "web", port: 0, host: "127.0.0.1" })
  server.listen(0, "127.0.0.1")
  await Promise.all([once(metrics, "listening"), once(server, "listening")])
})

afterAll(() => {
  metrics.close()
  server.close()
})

const ask = (at: Server, path: string) =>
  fetch(`http://127.0.0.1:${(at.address() as AddressInfo).port}${path}`)

const read = async () => (await ask(metrics, "/metrics")).text()

test("the port answers metrics and nothing else", async () => {
  const answer = await ask(metrics, "/metrics")
  expect(answer.headers.get("content-type")).toContain("text/plain")
  expect((await ask(metrics, "/")).status).toBe(404)
  expect(await answer.text()).toContain("atoll_database_up")
  // The first check of a busy machine may take too long.
  await expect.poll(read).toContain('atoll_database_up{program="web"} 1')
})

test("requests, limits, caches, queues, streams, jobs and connections are counted", async () => {
  await (await ask(server, "/tokens/0xabc?key=secret-1")).text()
  await countRequest("page", "192.0.2.77")
  signals.emit("cache", "pages", true)
  signals.emit("cache", "pages", false)
  signals.emit("queue", "rendering", 7)
  for (const change of [1, 1, -1] as const) signals.emit("stream", "api", change)
  signals.emit("job", "clean", "failed")
  signals.emit("incomplete")
  await pool().query("select 1")
  const text = await read()
  for (const line of [
    'atoll_http_requests_total{method="GET",route="other",status="503",program="web"} 1',
    'atoll_rate_limit_requests_total{policy="page",result="allowed",program="web"} 1',
    'atoll_cache_requests_total{cache="pages",result="hit",program="web"} 1',
    'atoll_cache_requests_total{cache="pages",result="miss",program="web"} 1',
    'atoll_queue_waiting{queue="rendering",program="web"} 7',
    'atoll_queue_waiting{queue="writing",program="web"} 0',
    'atoll_streams_open{kind="api",program="web"} 1',
    'atoll_job_runs_total{daily_job="clean",result="failed",program="web"} 1',
    'atoll_node_incomplete_answers_total{program="web"} 1',
  ]) {
    expect(text).toContain(line)
  }
  expect(text).toMatch(
    /atoll_http_request_duration_seconds_count\{(?=[^}]*method="GET")(?=[^}]*route="other").*\} 1\n/,
  )
  expect(text).toMatch(/atoll_database_connections\{pool="requests",state="idle",.*\} [1-9]/)
  expect(text).toMatch(/atoll_database_connection_wait_seconds_count\{.*\} [1-9]/)
  expect(text).not.toMatch(/0xabc|secret-1|192\.0\.2/)
})

test("daily jobs are told apart by a label that is not Prometheus's own", async () => {
  const run = await claimRun("clean")
  if (run) await finishRun(run)
  const text = await read()
  for (const [name, value] of [
    ["job_ok", "1"],
    ["job_last_success_timestamp_seconds", "1[0-9.e+]+"],
  ]) {
    expect(text).toMatch(
      new RegExp(`^atoll_${name}\\{daily_job="clean",program="web"\\} ${value}$`, "m"),
    )
  }
  expect(text).not.toMatch(/[{,](?:job|instance)="/)
})

const dashboard = z
  .object({ panels: z.array(z.object({ targets: z.array(z.object({ expr: z.string() })) })) })
  .parse(JSON.parse(readFileSync("deploy/grafana/atoll.json", "utf8")))

/** The names of metrics in an expression; Prometheus itself makes `up`. */
const namesIn = (expression: string) => expression.match(/\b(?:atoll|nodejs|process)_\w+/g) ?? []

test("what alerts and the dashboard name is measured", async () => {
  const expressions = [
    ...rules.map(({ expr }) => expr),
    ...dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
  ]
  const named = new Set(expressions.flatMap(namesIn))
  expect(named.size).toBeGreaterThan(20)
  const declared = (await read()).matchAll(/^# TYPE (\w+) (\w+)$/gm)
  const measured = new Set(
    [...declared].flatMap(([, name, type]) =>
      type === "histogram" ? ["_bucket", "_count", "_sum"].map((end) => name + end) : [name],
    ),
  )
  expect([...named].filter((name) => !measured.has(name))).toEqual([])
})

test("each alert has a remedy that names its heading", () => {
  for (const { alert, annotations } of rules) {
    expect(annotations.remedy).toContain(`docs/operations.md, "Alert: ${alert}"`)
  }
})

const hasPromtool = spawnSync("promtool", ["--version"]).status === 0
if (!hasPromtool) console.warn("SKIPPED: promtool's check of the rules, as Prometheus is not here")

test.skipIf(!hasPromtool)("Prometheus takes its configuration and the rules", () => {
  for (const args of [
    ["check", "rules", RULES_FILE],
    ["check", "config", "deploy/prometheus/prometheus.yml"],
  ]) {
    const { status, stderr } = spawnSync("promtool", args, { encoding: "utf8" })
    expect([status, stderr]).toEqual([0, expect.not.stringContaining("FAILED")])
  }
})
