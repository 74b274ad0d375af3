import { expect, test } from "vitest"
import { pool } from "@/lib/db/client"
import { NOTIFY_CHANNEL } from "@/lib/stream-log/notice"
import { listenTogether } from "@/lib/streams/shared-listener"

const notify = (block: number) =>
  pool().query("select pg_notify($1, $2)", [
    NOTIFY_CHANNEL,
    JSON.stringify({ block, head: block, tokens: [] }),
  ])

const listening = async () =>
  (
    await pool().query(
      "select from pg_stat_activity where query = $1 and datname = current_database()",
      [`listen ${NOTIFY_CHANNEL}`],
    )
  ).rows.length

async function until(holds: () => boolean | Promise<boolean>) {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 5))
}

test("all who listen share a connection; each hears of a gap first, and of everything then", async () => {
  const heard: Record<string, (number | null)[]> = { one: [], other: [] }
  const endOne = listenTogether((notice) => heard.one?.push(notice?.block ?? null))
  await until(() => heard.one?.length === 1)
  const endOther = listenTogether((notice) => heard.other?.push(notice?.block ?? null))
  await until(() => heard.other?.length === 1)
  expect(await listening()).toBe(1)
  await notify(7)
  await until(() => heard.one?.length === 2 && heard.other?.length === 2)
  expect(heard).toEqual({ one: [null, 7], other: [null, 7] })
  await endOne()
  await notify(8)
  await until(() => heard.other?.length === 3)
  expect(heard.one).toEqual([null, 7])
  await endOther()
  await until(async () => (await listening()) === 0)
  const endAgain = listenTogether((notice) => heard.one?.push(notice?.block ?? null))
  await until(() => heard.one?.length === 3)
  expect(heard.one).toEqual([null, 7, null])
  await endAgain()
})
