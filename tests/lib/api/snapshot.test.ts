import { describe, expect, test } from "vitest"
import { readSnapshot } from "@/lib/api/snapshot"
import { db, pool } from "@/lib/db/client"
import { EVERYTHING, PEOPLE, POINTS, TOKENS } from "@/lib/db/topic-versions"
import { logChange } from "@/lib/stream-log/change"
import { forgetAnswers, insertToken } from "@/tests/helpers/rows"

const ONE = `0x${"1".repeat(40)}`
const OTHER = `0x${"2".repeat(40)}`

/** No row: the statement counts. */
const TOUCH_POINTS = "delete from points_due where wallet = 'nobody'"

const versionOf = async (...topics: string[]) => (await readSnapshot(topics)).snapshot

/** Which of the topics the work counts. */
async function countedBy(work: () => Promise<unknown>, topics: readonly string[]) {
  const before = await Promise.all(topics.map((topic) => versionOf(topic)))
  await work()
  const after = await Promise.all(topics.map((topic) => versionOf(topic)))
  return topics.filter((_, n) => before[n] !== after[n])
}

const rename = (client: { query: (text: string) => Promise<unknown> }, wallet = "named") =>
  client.query(`insert into profile (wallet, avatar_url) values ('${wallet}', 'a')
    on conflict (wallet) do update set avatar_url = profile.avatar_url || 'a'`)

describe("the versions of topics", () => {
  test("a change of one token leaves others as they were, and is one of all tokens", async () => {
    const work = () => logChange(db, { topics: [ONE], block: 1 })
    expect(await countedBy(work, [ONE, OTHER, TOKENS, PEOPLE])).toEqual([ONE, TOKENS])
  })

  test("votes on the Reef and logins change no token", async () => {
    const work = async () => {
      await logChange(db, { topics: ["reef", "reef:post"] })
      await pool().query("insert into nonce values (gen_random_uuid()::text, '0x', now())")
    }
    expect(await countedBy(work, [ONE, TOKENS, PEOPLE, "reef"])).toEqual(["reef"])
  })

  test("a block without events changes nothing; one with rows that no address stands for changes tokens", async () => {
    const all = [ONE, TOKENS, PEOPLE]
    expect(await countedBy(() => logChange(db, { topics: [], block: 2 }), all)).toEqual([])
    expect(await countedBy(() => logChange(db, { topics: [TOKENS], block: 3 }), all)).toEqual([
      TOKENS,
    ])
  })

  test("a change of very many tokens changes everything", async () => {
    const many = Array.from({ length: 101 }, (_, n) => `0x${`${n}`.padStart(40, "0")}`)
    expect(await countedBy(() => logChange(db, { topics: many }), [OTHER, PEOPLE])).toEqual([
      OTHER,
      PEOPLE,
    ])
  })

  test("a token's texts and comments are the token's", async () => {
    const token = await insertToken({ name: "Text" })
    const work = () =>
      pool().query("update project set description = 'x' where address = $1", [token.address])
    expect(await countedBy(work, [token.address, OTHER, TOKENS, PEOPLE])).toEqual([
      token.address,
      TOKENS,
    ])
  })

  test("are counted when a transaction commits, once, and not when it is rolled back", async () => {
    const client = await pool().connect()
    try {
      await client.query("begin")
      await rename(client)
      await rename(client)
      const before = await versionOf(PEOPLE)
      await client.query("commit")
      const after = await versionOf(PEOPLE)
      expect(after.split(".").map(Number)).toEqual([
        Number(before.split(".")[0]),
        Number(before.split(".")[1]) + 1,
      ])
      await client.query("begin")
      await rename(client)
      await client.query("rollback")
      expect(await versionOf(PEOPLE)).toBe(after)
    } finally {
      client.release()
    }
  })

  test("leave nothing behind", async () => {
    await rename(pool())
    const { rows } = await pool().query("select * from topic_touch")
    expect(rows).toEqual([])
  })

  test("transactions that touch the same topics in other orders do not wait for each other's end", async () => {
    const clients = await Promise.all([pool().connect(), pool().connect()])
    try {
      for (const client of clients) await client.query("begin")
      const [one, two] = clients as [(typeof clients)[0], (typeof clients)[1]]
      await rename(one, "first")
      await two.query(TOUCH_POINTS)
      await one.query(TOUCH_POINTS)
      await rename(two, "second")
      const before = await readSnapshot([PEOPLE, POINTS])
      await Promise.all(clients.map((client) => client.query("commit")))
      const after = await readSnapshot([PEOPLE, POINTS])
      const numbers = ({ snapshot }: typeof before) => snapshot.split(".").map(Number)
      expect(numbers(after)).toEqual(numbers(before).map((version, n) => version + (n > 0 ? 2 : 0)))
    } finally {
      for (const client of clients) client.release()
    }
  })

  test("reads at one time are one statement, and each gets its own topics", async () => {
    await forgetAnswers()
    const [none, people] = await Promise.all([versionOf(), versionOf(PEOPLE)])
    expect(people.startsWith(`${none}.`)).toBe(true)
    expect(Number(none)).toBeGreaterThan(0)
    expect(await versionOf(EVERYTHING)).toBe(`${none}.${none}`)
  })
})
