import pg from "pg"
import { zeroAddress } from "viem"
import { afterAll, beforeAll, expect, test } from "vitest"
import { withWriteLock } from "@/lib/db/write-lock"
import { truncateIndex } from "@/lib/indexer/checkpoint"
import { ingest } from "@/lib/indexer/ingest"
import { removeRows } from "@/lib/indexer/remove-rows"
import { computeAllDue } from "@/lib/profiles/points/background"
import { rebuildPoints } from "@/lib/profiles/points/compute"
import { runs } from "@/tests/helpers/deep"
import { fc } from "@/tests/helpers/property"
import { insertToken, MAIN, USDB } from "@/tests/helpers/rows"
import {
  type Block,
  createCreationsBatch,
  DAY_SECONDS,
  getWallet,
  type HistoryEvent,
  historyEvent,
  START_BLOCK,
  toBatch,
  toBlock,
  WALLETS,
} from "./points-events"
import { computeReferencePoints, type Post } from "./reference-points"

const place = { chainId: 31337, mainToken: zeroAddress, usdb: USDB, staking: zeroAddress }
let client: pg.Client

beforeAll(async () => {
  client = new pg.Client({ connectionString: process.env.DATABASE_URL })
  await client.connect()
})
afterAll(() => client?.end())

const store = (block: Block) => withWriteLock(client, () => ingest(client, toBatch(block), place))

async function resetTables() {
  await client.query("delete from agent_award; delete from x_post; delete from moltbook_post")
  await withWriteLock(client, () => truncateIndex(client))
  await client.query("delete from project where address = $1", [MAIN])
  await insertToken({ address: MAIN })
  await withWriteLock(client, () => ingest(client, createCreationsBatch(), place))
}

async function registerAgent(wallet: number, time: number) {
  await client.query("insert into agent_award (wallet, time) values ($1, to_timestamp($2))", [
    getWallet(wallet),
    time,
  ])
  await client.query(
    "insert into points_due (wallet, day) values ($1, '1970-01-01') on conflict do nothing",
    [getWallet(wallet)],
  )
}

/** At X as many attempts a day as there may be, at Moltbook any number. */
async function insertPost(place: number, { wallet, network, at }: Posting) {
  const { time } = toBlock(NOTHING, at)
  const parameters = [getWallet(wallet), time, `${place}`]
  if (network === "moltbook") {
    await client.query(
      `insert into moltbook_post (wallet, post_id, karma, submolt, mentions_platform, created_at)
      values ($1, md5($3)::uuid, 0, 'atoll', true, to_timestamp($2))`,
      parameters,
    )
    return
  }
  await client.query(
    `insert into x_post (wallet, day, ordinal, tweet_id, url, username, text_hash, accepted, verified, created_at)
    select $1, d.day, 1 + (select count(*) from x_post where wallet = $1 and day = d.day), $3, 'https://x.com/a', 'a',
      sha256(convert_to($3, 'UTF8')), true, true, to_timestamp($2)
    from (select (to_timestamp($2) at time zone 'UTC')::date as day) d
    where (select count(*) from x_post where wallet = $1 and day = d.day) < 3`,
    parameters,
  )
}

/** A post that is gone is not verified any more, or its row goes with its wallet's data. */
async function losePost(place: number, { network, isLost }: Posting) {
  if (!isLost) return
  const [table, column] =
    network === "x" ? ["x_post", "tweet_id = $1"] : ["moltbook_post", "post_id = md5($1)::uuid"]
  const text = place % 2 ? `delete from ${table}` : `update ${table} set verified = false`
  await client.query(`${text} where ${column}`, [`${place}`])
}

const NOTHING: HistoryEvent = { kind: "refer", wallet: 0, referrer: 0 }

/** The posts that are verified in the end, as the tables say. */
async function verifiedPosts(): Promise<Post[]> {
  const { rows } = await client.query<{ wallet: string; network: Post["network"]; day: number }>(
    `select wallet, 'x' as network, (created_at at time zone 'UTC')::date - date '1970-01-01' as day
      from x_post where verified
    union all select wallet, 'moltbook', (created_at at time zone 'UTC')::date - date '1970-01-01'
      from moltbook_post where verified`,
  )
  const numbers = new Map(
    Array.from({ length: WALLETS }, (_, number) => [getWallet(number), number]),
  )
  return rows.map((row) => ({ ...row, wallet: numbers.get(row.wallet) ?? -1 }))
}

/** Everything derived, as text. */
async function tables() {
  const { rows } = await client.query<{ line: string }>(
    `select p::text as line from points_day p
    union all select (wallet, total, reached_at)::text from wallet_points
    union all select c::text from creation_award c order by 1`,
  )
  return rows.map(({ line }) => line)
}

async function totals() {
  const { rows } = await client.query<{ wallet: string; total: string }>(
    "select wallet, total::text from wallet_points",
  )
  return new Map(rows.map(({ wallet, total }) => [wallet, BigInt(total)]))
}

type Scenario = {
  happenings: HistoryEvent[]
  /** After which blocks points are computed. */
  stops: number[]
  /** How many blocks a reorganisation takes away, and what comes instead. */
  lost: number
  instead: HistoryEvent[]
  /** Blocks that come late, by a sync of theirs. */
  late: number[]
  agents: { wallet: number; at: number }[]
  posts: Posting[]
}

type Posting = { wallet: number; network: Post["network"]; at: number; isLost: boolean }

const LENGTH = 60
const scenario: fc.Arbitrary<Scenario> = fc.record({
  happenings: fc.array(historyEvent, { minLength: LENGTH, maxLength: LENGTH }),
  stops: fc.array(fc.nat(LENGTH), { maxLength: 12 }),
  lost: fc.integer({ min: 0, max: 25 }),
  instead: fc.array(historyEvent, { maxLength: 25 }),
  late: fc.array(fc.nat(LENGTH - 1), { maxLength: 6 }),
  agents: fc.uniqueArray(fc.record({ wallet: fc.nat(WALLETS - 1), at: fc.nat(LENGTH) }), {
    maxLength: 3,
    selector: ({ wallet }) => wallet,
  }),
  posts: fc.array(
    fc.record({
      wallet: fc.nat(3),
      network: fc.constantFrom("x" as const, "moltbook" as const),
      at: fc.nat(12),
      isLost: fc.boolean(),
    }),
    { maxLength: 24 },
  ),
})

/** Tells the story as it happens; answers the blocks that are the chain in the end. */
async function runScenario({ happenings, stops, lost, instead, late, agents, posts }: Scenario) {
  const blocks = happenings.map(toBlock)
  for (const [at, block] of blocks.entries()) {
    if (!late.includes(at)) await store(block)
    for (const agent of agents) {
      if (agent.at === at) await registerAgent(agent.wallet, block.time)
    }
    for (const [place, post] of posts.entries()) if (post.at === at) await insertPost(place, post)
    if (stops.includes(at)) await computeAllDue()
  }
  for (const [place, post] of posts.entries()) await losePost(place, post)
  for (const at of new Set(late)) {
    const [block] = blocks.slice(at, at + 1)
    if (block) await store(block)
    if (stops.includes(LENGTH - at)) await computeAllDue()
  }
  if (stops.length % 2 === 0) await computeAllDue()
  const kept = blocks.slice(0, LENGTH - lost)
  const above = START_BLOCK + kept.length
  await withWriteLock(client, () => removeRows(client, { above }, place))
  if (stops.length % 3 === 0) await computeAllDue()
  const added = instead.map((what, i) => toBlock(what, kept.length + i))
  for (const block of added) await store(block)
  await computeAllDue()
  return [...kept, ...added]
}

test(
  "points are those of the definition, whatever came when, and those of a rebuild",
  async () => {
    let earned = 0
    await fc.assert(
      fc.asyncProperty(scenario, async (events) => {
        await resetTables()
        const blocks = await runScenario(events)
        const awards = new Map(
          events.agents
            .filter(({ at }) => at < LENGTH)
            .map(({ wallet, at }) => [
              wallet,
              Math.floor(
                toBlock({ kind: "refer", wallet, referrer: wallet }, at).time / DAY_SECONDS,
              ),
            ]),
        )
        const [points, kept] = [await totals(), await tables()]
        expect(points).toEqual(computeReferencePoints(blocks, awards, await verifiedPosts()))
        await withWriteLock(client, () => rebuildPoints(client))
        expect(await tables()).toEqual(kept)
        earned += points.size
      }),
      // Looking for a smaller example would take longer than the time limit, and hide the reason.
      { numRuns: runs(2, 60), endOnFailure: true },
    )
    expect(earned).toBeGreaterThan(10)
  },
  runs(90_000, 900_000),
)
