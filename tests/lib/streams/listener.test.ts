import { expect, test } from "vitest"
import type { IndexNotice } from "@/lib/stream-log/notice"
import { listen } from "@/lib/streams/listener"
import { startDatabaseProxy } from "@/tests/helpers/database-proxy"

test("a connection that has fallen silent is replaced, and the gap is told", async () => {
  const proxy = await startDatabaseProxy(process.env.DATABASE_URL ?? "")
  // Read on first use.
  process.env.DATABASE_URL = proxy.url
  process.env.DATABASE_TIMEOUT_MS = "200"
  const notices: (IndexNotice | null)[] = []
  const stop = listen({ onNotice: (notice) => notices.push(notice), checkMs: 50 })
  await expect.poll(() => notices).toEqual([null])
  proxy.loseConnections()
  await expect.poll(() => notices).toEqual([null, null])
  await stop()
  await proxy.stop()
})
