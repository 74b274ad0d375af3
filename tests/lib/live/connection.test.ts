import { afterEach, beforeEach, describe, expect, test, vi } from "vitest"
import { LiveConnection, MIN_REFRESH_INTERVAL_MS, STREAM_TIMEOUT_MS } from "@/lib/live/connection"

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
})

function fakeSource(url: string) {
  const target = new EventTarget()
  return Object.assign(target, {
    url,
    readyState: 1,
    close() {
      this.readyState = 2
    },
    tell(name: string, data = { block: 1, head: 2 }) {
      target.dispatchEvent(new MessageEvent(name, { data: JSON.stringify(data) }))
    },
    /** As the browser does when it will come back, or (2) when it was refused. */
    fail(readyState: 0 | 2) {
      this.readyState = readyState
      target.dispatchEvent(new Event("error"))
    },
  })
}

function setUp(topics: string[] | null = null, mark?: string) {
  const sources: ReturnType<typeof fakeSource>[] = []
  const tab = { hidden: false }
  const live = new LiveConnection({
    open: (url) => {
      const source = fakeSource(url)
      sources.push(source)
      return source
    },
    isHidden: () => tab.hidden,
    random: () => 0,
  })
  const refresh = vi.fn()
  const leave = live.watch(topics, refresh, mark)
  const latest = () => {
    const source = sources.at(-1)
    if (!source) throw new Error("No stream was opened")
    return source
  }
  const show = (isShown: boolean) => {
    tab.hidden = !isShown
    live.handleVisibilityChange()
  }
  return { live, refresh, leave, sources, latest, show }
}

describe("a live connection", () => {
  test("reads at once after a change, and not more often than the gap allows", () => {
    const { refresh, latest, live } = setUp()
    latest().tell("change", { block: 5, head: 6 })
    vi.advanceTimersByTime(1)
    expect(refresh).toHaveBeenCalledTimes(1)
    expect(live.state).toMatchObject({ status: "live", block: 5, head: 6 })
    for (let count = 0; count < 20; count++) latest().tell("change")
    vi.advanceTimersByTime(MIN_REFRESH_INTERVAL_MS / 2)
    expect(refresh).toHaveBeenCalledTimes(1)
    vi.advanceTimersByTime(MIN_REFRESH_INTERVAL_MS)
    expect(refresh).toHaveBeenCalledTimes(2)
  })

  test("goes on reading when the device's clock is set back", () => {
    const { refresh, latest } = setUp()
    latest().tell("change")
    vi.advanceTimersByTime(1)
    vi.setSystemTime(Date.now() - 3_600_000)
    latest().tell("change")
    vi.advanceTimersByTime(MIN_REFRESH_INTERVAL_MS)
    expect(refresh).toHaveBeenCalledTimes(2)
  })

  test("reads once when the stream is there: the page may be older than it", () => {
    const { refresh, latest } = setUp()
    vi.advanceTimersByTime(1_000)
    expect(refresh).not.toHaveBeenCalled()
    latest().tell("beat")
    vi.advanceTimersByTime(1)
    expect(refresh).toHaveBeenCalledTimes(1)
  })

  test("does not read when the stream says that nothing has changed since the page was read", () => {
    const { refresh, latest, live } = setUp(["0xa"], "here.7")
    expect(latest().url).toBe("/live?topics=0xa&since=here.7")
    latest().tell("current")
    vi.advanceTimersByTime(10_000)
    expect(refresh).not.toHaveBeenCalled()
    expect(live.state).toMatchObject({ status: "live", block: 1, head: 2 })
    latest().tell("change")
    vi.advanceTimersByTime(1)
    expect(refresh).toHaveBeenCalledTimes(1)
  })

  test("reads when another page has come before the stream has said so", () => {
    const { refresh, latest, live, leave } = setUp(null, "here.7")
    leave()
    live.watch(null, refresh, "here.6")
    latest().tell("current")
    vi.advanceTimersByTime(1)
    expect(refresh).toHaveBeenCalledTimes(1)
  })

  test("reads a page again that the browser has kept, with a new stream and with a kept one", async () => {
    const { refresh, latest, live, leave, sources } = setUp(null, "here.7")
    latest().tell("current")
    leave()
    const back = live.watch(null, refresh, "here.8")
    back()
    const leaveAgain = live.watch(null, refresh, "here.7")
    await vi.advanceTimersByTimeAsync(1)
    expect(sources).toHaveLength(1)
    expect(refresh).toHaveBeenCalledTimes(1)
    leaveAgain()
    live.watch(["0xa"], refresh, "here.7")
    expect(latest().url).toBe("/live?topics=0xa")
    latest().tell("beat")
    await vi.advanceTimersByTimeAsync(MIN_REFRESH_INTERVAL_MS)
    expect(refresh).toHaveBeenCalledTimes(2)
  })

  test("does not read because of a heart beat", () => {
    const { refresh, latest } = setUp()
    latest().tell("beat")
    vi.advanceTimersByTime(10_000)
    refresh.mockClear()
    latest().tell("beat")
    vi.advanceTimersByTime(10_000)
    expect(refresh).not.toHaveBeenCalled()
  })

  test("asks for the tokens of all watchers together", async () => {
    const { live, latest, sources, leave } = setUp(["0xb", "0xa"])
    expect(latest().url).toBe("/live?topics=0xa,0xb")
    live.watch(["0xc"], () => {})
    expect(latest().url).toBe("/live?topics=0xa,0xb,0xc")
    live.watch(null, () => {})
    expect(latest().url).toBe("/live")
    leave()
    await vi.advanceTimersByTimeAsync(0)
    expect(sources).toHaveLength(3)
  })

  test("keeps the stream when one page takes the place of another", async () => {
    const { live, leave, sources, latest } = setUp()
    leave()
    live.watch(null, () => {})
    await vi.advanceTimersByTimeAsync(0)
    expect(sources).toHaveLength(1)
    expect(latest().readyState).toBe(1)
  })

  test("ends with its last watcher", async () => {
    const { leave, latest, live } = setUp()
    leave()
    await vi.advanceTimersByTimeAsync(0)
    expect(latest().readyState).toBe(2)
    expect(live.state.status).toBe("paused")
    expect(vi.getTimerCount()).toBe(0)
  })

  test("rests while the tab is hidden, and reads once when it is shown again", () => {
    const { refresh, latest, sources, show, live } = setUp()
    latest().tell("change")
    show(false)
    expect(latest().readyState).toBe(2)
    expect(live.state.status).toBe("paused")
    vi.advanceTimersByTime(600_000)
    expect(refresh).not.toHaveBeenCalled()
    show(true)
    vi.advanceTimersByTime(1)
    expect(refresh).toHaveBeenCalledTimes(1)
    expect(sources).toHaveLength(2)
  })

  test("reads what it may have missed when the browser comes back", () => {
    const { refresh, latest, live, sources } = setUp()
    latest().tell("beat")
    latest().fail(0)
    expect(live.state.status).toBe("polling")
    vi.advanceTimersByTime(2_000)
    refresh.mockClear()
    latest().tell("beat")
    vi.advanceTimersByTime(1)
    expect(refresh).toHaveBeenCalledTimes(1)
    expect(live.state.status).toBe("live")
    expect(sources).toHaveLength(1)
  })

  test("polls slowly when it is refused, and tries the stream again", () => {
    const { refresh, latest, sources, live } = setUp()
    latest().fail(2)
    vi.advanceTimersByTime(20_001)
    expect(refresh).toHaveBeenCalledTimes(1)
    expect(sources).toHaveLength(2)
    expect(live.state.status).toBe("polling")
    latest().tell("beat")
    expect(live.state.status).toBe("live")
    vi.advanceTimersByTime(30_000)
    // Once for what happened between the last poll and the stream; polling is over.
    expect(refresh).toHaveBeenCalledTimes(2)
  })

  test("takes a silent stream for dead", () => {
    const { latest, live, sources } = setUp()
    latest().tell("beat")
    const [first] = sources
    vi.advanceTimersByTime(STREAM_TIMEOUT_MS)
    expect(first?.readyState).toBe(2)
    expect(live.state.status).toBe("polling")
    vi.advanceTimersByTime(20_000)
    expect(sources).toHaveLength(2)
  })

  test("tells its observers until they leave", () => {
    const { live, latest } = setUp()
    const seen: string[] = []
    const stop = live.observe(() => seen.push(live.state.status))
    latest().tell("beat")
    stop()
    latest().fail(2)
    expect(seen).toEqual(["live"])
  })
})
