import http, { IncomingMessage } from "node:http"
import { setTimeout as wait } from "node:timers/promises"
import { type Context, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api"
import { type ExportResult, ExportResultCode, W3CTraceContextPropagator } from "@opentelemetry/core"
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http"
import { HttpInstrumentation } from "@opentelemetry/instrumentation-http"
import { PgInstrumentation } from "@opentelemetry/instrumentation-pg"
import { UndiciInstrumentation } from "@opentelemetry/instrumentation-undici"
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from "@opentelemetry/resources"
import {
  BatchSpanProcessor,
  NodeTracerProvider,
  type ReadableSpan,
  type Span,
} from "@opentelemetry/sdk-trace-node"
import pg from "pg"
import { env, hideFetches } from "@/lib/env"
import { censor, log, type Program, requests } from "@/lib/telemetry/logger"
import { routeOf, STREAMS } from "@/lib/telemetry/requests"
import type { Tracing } from "@/lib/telemetry/signals"
import { version } from "@/package.json"

/** A process that ends waits this long for the receiver. */
const END_MS = 3_000

/** Longer statements are cut. */
const MAX_TEXT = 2_000

/** Who asks and what, which a trace tells as little as the access log does. */
const PRIVATE = new Set([
  ...["url.full", "url.query", "http.url", "http.target", "user_agent.original"],
  ...["client.address", "client.port", "network.peer.address", "network.peer.port"],
])

/** Probes and files are asked for all the time. */
const UNTRACED = /^\/(api\/health|metrics|_next\/static)(\/|$)/

/**
 * Sends spans by OTLP over HTTP. The SDK itself reads the variables of its specification: endpoint, headers, sampler,
 * and name.
 */
export function startTracing(program: Program): Tracing {
  hideFetches()
  const provider = new NodeTracerProvider({
    resource: defaultResource()
      .merge(
        resourceFromAttributes({ "service.name": `atoll-${program}`, "service.version": version }),
      )
      .merge(detectResources({ detectors: [envDetector] })),
    generalLimits: { attributeValueLengthLimit: MAX_TEXT },
    spanProcessors: [new RequestSpans(new DiscreetExporter())],
  })
  // What callers say beyond the trace is not passed on to others.
  provider.register({ propagator: new W3CTraceContextPropagator() })
  instrument()
  const tracer = trace.getTracer("atoll")
  return {
    inSpan: ({ name, attributes = {}, isCall }, work) => {
      if (isCall && !trace.getActiveSpan()) return work()
      const kind = isCall ? SpanKind.CLIENT : SpanKind.INTERNAL
      return tracer.startActiveSpan(name, { kind, attributes }, async (span) => {
        try {
          return await work()
        } catch (error) {
          span.setStatus({ code: SpanStatusCode.ERROR })
          span.setAttribute("error.type", error instanceof Error ? error.name : typeof error)
          throw error
        } finally {
          span.end()
        }
      })
    },
    end: () => Promise.race([provider.shutdown(), wait(END_MS)]).catch(() => {}),
  }
}

/**
 * Has the packages of OpenTelemetry observe the server, SQL and requests to others. They find modules by hooks of
 * `require`, which a bundle does not call: each is handed its module instead.
 */
function instrument() {
  const servers = new HttpInstrumentation({
    enabled: false,
    disableOutgoingRequestInstrumentation: true,
    ignoreIncomingRequestHook: ({ url = "" }) =>
      UNTRACED.test(pathOf(url)) || STREAMS.has(pathOf(url)),
    requestHook: (span, request) => {
      if (!(request instanceof IncomingMessage)) return
      const { method = "GET", url = "", headers } = request
      const route = routeOf(pathOf(url))
      if (route !== "other") span.updateName(`${method} ${route}`).setAttribute("http.route", route)
      span.setAttribute("atoll.request_id", `${headers["x-request-id"]}`)
      const facts = requests.getStore()
      if (facts) facts.traceId = span.spanContext().traceId
    },
  })
  const statements = new PgInstrumentation({
    enabled: false,
    requireParentSpan: true,
    ignoreConnectSpans: true,
    requestHook: (span, { query: { text } }) => {
      const summary = summarize(text)
      span.updateName(summary).setAttribute("db.query.summary", summary)
    },
  })
  for (const definition of servers.getModuleDefinitions()) {
    if (definition.name === "http") definition.patch?.(http)
  }
  for (const definition of statements.getModuleDefinitions()) {
    if (definition.name === "pg") definition.patch?.(pg)
  }
  const { RPC_URL } = env()
  const node = RPC_URL && new URL(RPC_URL).origin
  new UndiciInstrumentation({
    requireParentforSpans: true,
    // Each call has a span with its method (lib/indexer/rpc.ts, lib/chain/client.ts).
    ignoreRequestHook: ({ origin }) => `${origin}` === node,
  })
}

const pathOf = (target: string) => target.replace(/[?#].*$/s, "")

/** The table a statement begins with; after "from" and "join" a name may also be a function's. */
const TABLE =
  /\b(?:into|update|copy|(?:from|join)(?!\s+\w+\s*\())\s+(?:only\s+)?(?:"?public"?\.)?"?([a-z_]+)/i

/** What a statement does, to which table: "select token". */
function summarize(text: string) {
  const verb = /[a-z]+/i.exec(text)?.[0].toLowerCase() ?? "statement"
  const table = TABLE.exec(text)?.[1]
  return table ? `${verb} ${table}` : verb
}

/** Leaves out what goes on in the background after its request has been answered. */
class RequestSpans extends BatchSpanProcessor {
  /** The first span of this process in the trace of each. */
  readonly #firstOf = new WeakMap<object, ReturnType<typeof trace.wrapSpanContext>>()
  readonly #late = new WeakSet<object>()

  override onStart(span: Span, context: Context) {
    const parent = trace.getSpan(context)
    const isFirst = !parent || parent.spanContext().isRemote
    const first = isFirst ? span : (this.#firstOf.get(parent) ?? parent)
    this.#firstOf.set(span, first)
    if (!first.isRecording()) this.#late.add(span)
  }

  override onEnd(span: ReadableSpan) {
    if (!this.#late.has(span)) super.onEnd(span)
  }
}

/** Takes from spans what is nobody's business, and says once when the receiver is away. */
class DiscreetExporter extends OTLPTraceExporter {
  #isAway = false

  override export(spans: ReadableSpan[], done: (result: ExportResult) => void) {
    for (const span of spans) strip(span)
    super.export(spans, (result) => {
      this.#note(result)
      done(result)
    })
  }

  #note({ code, error }: ExportResult) {
    const isAway = code !== ExportResultCode.SUCCESS
    if (isAway && !this.#isAway)
      log.warn(`Traces cannot be sent, and are dropped: ${error?.message}`)
    if (!isAway && this.#isAway) log.info("Traces are sent again")
    this.#isAway = isAway
  }
}

/** Messages of errors quote values; they stand in the log, with the id of the trace. */
function strip({ attributes, kind, events, status }: ReadableSpan) {
  events.length = 0
  delete status.message
  for (const [name, value] of Object.entries(attributes)) {
    const isPrivate = PRIVATE.has(name) || (name === "url.path" && kind === SpanKind.CLIENT)
    if (isPrivate) delete attributes[name]
    else if (typeof value === "string") attributes[name] = censor(value)
  }
}
