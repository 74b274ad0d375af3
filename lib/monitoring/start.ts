import { format, stripVTControlCharacters } from "node:util"
import { env } from "@/lib/env"
import { log, nameProgram, type Program } from "@/lib/telemetry/logger"
import { setTracing } from "@/lib/telemetry/signals"

const METHODS = ["debug", "info", "log", "warn", "error"] as const

/** Begins what a program reports of itself. What is off is not loaded. */
export async function startMonitoring(program: Program): Promise<void> {
  nameProgram(program)
  const { NODE_ENV, METRICS_PORT: port, METRICS_HOST: host, ...others } = env()
  if (NODE_ENV === "production") captureConsole()
  if (others.OTEL_EXPORTER_OTLP_ENDPOINT ?? others.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT) {
    const { startTracing } = await import("./traces")
    setTracing(startTracing(program))
  }
  if (!port) return
  const { serveMetrics } = await import("./metrics")
  serveMetrics({ program, port, host })
}

/** What packages print, the framework above all, becomes lines of the log. */
function captureConsole() {
  for (const method of METHODS) {
    const level = method === "log" ? "info" : method
    console[method] = (...parts: unknown[]) =>
      log[level](stripVTControlCharacters(format(...parts)).trim())
  }
}
