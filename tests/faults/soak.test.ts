import { setTimeout } from "node:timers/promises"
import { Agent, request } from "undici"
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest"
import type { Pause } from "@/tests/helpers/cluster/clients"
import { findWrongRows, untilWell } from "@/tests/helpers/faults/checks"
import { countKinds, type MixedLoad, startMixedLoad } from "@/tests/helpers/faults/load"
import { startScene } from "@/tests/helpers/faults/scene"
import { findGrowth, readUsage, type Usage } from "@/tests/helpers/faults/usage"

const minutes = Number(process.env.SOAK_MINUTES ?? 30)
/** Requests a second; 0: a share of what the cluster carries. */
const fixedRate = Number(process.env.SOAK_RATE ?? 0)
const SHARE = 0.8
/** Streams of pages to open. */
const streamCount = Number(process.env.SOAK_STREAMS ?? 1_000)

const SAMPLE_MS = 5_000
/** Caches and pools fill. */
const WARM_UP_MS = 30_000
const MEASURE_MS = 60_000

let scene: Awaited<ReturnType<typeof startScene>>
let load: MixedLoad
let pause: Pause = () => 0

beforeAll(async () => {
  scene = await startScene()
  load = startMixedLoad(scene.cluster, scene.venue, (tookMs) => pause(tookMs))
}, 400_000)
afterAll(async () => {
  await load?.stop()
  await scene?.stop()
})

/** Requests a second that are answered when each is sent again at once. */
async function measureRate() {
  await setTimeout(WARM_UP_MS)
  const before = load.count()
  await setTimeout(MEASURE_MS)
  const rate = ((load.count().requests - before.requests) / MEASURE_MS) * 1_000
  console.log(`The cluster carries ${rate.toFixed(1)} requests a second`)
  return rate
}

/** Sends so many requests a second in all, however long they take. */
function setRate(rate: number) {
  const everyMs = (countKinds(scene.venue) / rate) * 1_000
  pause = (tookMs) => Math.max(0, everyMs - tookMs)
}

/** Opens the streams that open pages hold, from so many addresses; those that a server closes are counted. */
async function openLiveStreams(count: number) {
  const { cluster } = scene
  const agent = new Agent({ connections: null, pipelining: 1, bodyTimeout: 60_000 })
  const state = { open: 0, refused: 0, events: 0 }
  const keep = async (at: number) => {
    const { url = "" } = cluster.web[at % cluster.web.length] ?? {}
    const address = `198.51.${at >> 8}.${at & 255}`
    const answer = await request(`${url}/live?topics=${scene.venue.token}`, {
      dispatcher: agent,
      headers: { "x-forwarded-for": address },
    }).catch(() => null)
    if (answer?.statusCode !== 200) {
      state.refused++
      return
    }
    state.open++
    const read = async () => {
      for await (const _ of answer.body) state.events++
    }
    read()
      .catch(() => {})
      .finally(() => state.open--)
  }
  for (let at = 0; at < count; at += 50) {
    await Promise.all(Array.from({ length: Math.min(50, count - at) }, (_, i) => keep(at + i)))
  }
  return { state, close: () => agent.destroy() }
}

function sample(samples: Map<string, Usage[]>) {
  const { web, followers, keeper, pgbouncer, databasePorts } = scene.cluster
  const processes = [...web.map(({ server }) => server), ...followers, keeper, pgbouncer]
  for (const { name, pid } of processes) {
    samples.set(name, [...(samples.get(name) ?? []), readUsage(pid, databasePorts)])
  }
}

test(
  `a soak of ${minutes} minutes at ${fixedRate || "80 % of the possible"} requests a second`,
  async () => {
    const live = await openLiveStreams(streamCount)
    onTestFinished(live.close)
    const rate = fixedRate || (await measureRate()) * SHARE
    setRate(rate)
    await setTimeout(WARM_UP_MS)
    const samples = new Map<string, Usage[]>()
    const deadline = Date.now() + minutes * 60_000
    const before = load.count()
    load.takeFailures()
    while (Date.now() < deadline) {
      sample(samples)
      await setTimeout(SAMPLE_MS)
    }
    const after = load.count()
    const [requests, refused] = [after.requests - before.requests, after.refused - before.refused]
    const failures = load.takeFailures()
    console.log(
      `${requests} requests (${(requests / minutes / 60).toFixed(1)} a second of ${rate.toFixed(1)}), ${refused} refused, ${failures.length} failed; ${live.state.open} streams of pages open, ${live.state.refused} refused, ${live.state.events} events; ${load.streams.length} streams of programs`,
    )
    for (const [name, each] of samples) {
      const [first, middle, last] = [each[0], each[each.length >> 1], each.at(-1)]
      console.log(
        `${name.padEnd(10)} MB ${first?.memory} → ${middle?.memory} → ${last?.memory}, descriptors ${first?.descriptors} → ${last?.descriptors}, connections ${first?.connections} → ${last?.connections}`,
      )
    }
    const growth = [...samples].flatMap(([name, each]) =>
      findGrowth(each).map((what) => `${name}: ${what}`),
    )
    expect(growth).toEqual([])
    expect(failures).toEqual([])
    expect(refused).toBe(0)
    // A request waits for the one before it, so that a machine that does other work sends fewer.
    expect(requests / minutes / 60).toBeGreaterThan(rate / 2)
    expect(live.state.events).toBeGreaterThan(streamCount)
    expect(live.state.open).toBe(streamCount)
    await live.close()
    await untilWell(scene.cluster, load)
    expect(await findWrongRows(scene.cluster, load)).toEqual([])
  },
  minutes * 60_000 + 600_000,
)
