import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { z } from "zod"

const attribute = z.object({ key: z.string(), value: z.record(z.string(), z.unknown()) })

const span = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
  attributes: z.array(attribute),
  status: z.object({ code: z.number(), message: z.string().optional() }),
})

const exported = z.object({
  resourceSpans: z.array(z.object({ scopeSpans: z.array(z.object({ spans: z.array(span) })) })),
})

export type Span = z.output<typeof span>

/** A receiver of OTLP over HTTP in JSON, as a collector is. */
export async function startTraceReceiver() {
  const state = { spans: [] as Span[], text: "" }
  const server = createServer(async (request, response) => {
    let body = ""
    for await (const chunk of request) body += chunk
    const { resourceSpans } = exported.parse(JSON.parse(body))
    state.text += body
    state.spans.push(
      ...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
    )
    response.setHeader("Content-Type", "application/json").end("{}")
  })
  await once(server.listen(0, "127.0.0.1"), "listening")
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    get spans() {
      return state.spans
    },
    /** All that was received. */
    get text() {
      return state.text
    },
    find(name: string) {
      const one = state.spans.find((each) => each.name === name)
      if (!one) throw new Error(`No ${name} in ${state.spans.map((each) => each.name).join(", ")}`)
      return one
    },
    /** The names from the first span of a trace down to this one, after the id of the caller. */
    pathTo(one: Span): string[] {
      const parent = state.spans.find(({ spanId }) => spanId === one.parentSpanId)
      return [...(parent ? this.pathTo(parent) : [`${one.parentSpanId}`]), one.name]
    },
    clear() {
      state.spans = []
      state.text = ""
    },
    stop: () => server.close(),
  }
}

export const attributesOf = ({ attributes }: Span) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))
