import { GET } from "@/app/api/v1/stream/route"
import { peerHeader } from "@/lib/http/client-ip"
import { readEvents, type SentEvent } from "@/tests/helpers/event-stream"

type Options = { topics: string; after?: string; lastEventId?: string } & (
  | { key: string; cookie?: undefined }
  | { cookie: string; key?: undefined }
)

let clients = 0

/** Opens a stream in this process, as the framework does. */
export async function open({ topics, key, cookie, after, lastEventId }: Options) {
  const url = new URL("http://localhost:3000/api/v1/stream")
  url.searchParams.set("topics", topics)
  if (after !== undefined) url.searchParams.set("after", after)
  const headers = new Headers({ [peerHeader()]: `10.7.0.${++clients % 250}` })
  if (key !== undefined) headers.set("X-API-Key", key)
  else headers.set("Cookie", cookie)
  if (lastEventId !== undefined) headers.set("Last-Event-ID", lastEventId)
  return GET(new Request(url, { headers }), { params: Promise.resolve({}) })
}

/** A stream with what it has sent so far. */
export async function follow(options: Options) {
  const response = await open(options)
  if (response.status !== 200) throw new Error(`${response.status}: ${await response.text()}`)
  const reader = response.body?.getReader()
  const events: SentEvent[] = []
  const state = { ended: false, lastId: "" }
  const bytes = async function* () {
    for (;;) {
      const part = await reader?.read()
      if (!part || part.done) return
      yield part.value
    }
  }
  const done = (async () => {
    for await (const event of readEvents(bytes(), (id) => {
      state.lastId = id
    }))
      events.push(event)
    state.ended = true
  })()
  return {
    events,
    state,
    response,
    async close() {
      await reader?.cancel()
      await done
    },
  }
}

export type Follower = Awaited<ReturnType<typeof follow>>
