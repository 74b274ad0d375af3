import pg from "pg"
import { afterAll, beforeAll, expect, test } from "vitest"
import { exclusively, ingest } from "@/lib/indexer/ingest"
import { wipe } from "@/lib/indexer/position"
import { removeRows } from "@/lib/indexer/removal"
import { rebuildPoints } from "@/lib/profiles/points/compute"
import { computeAll } from "@/lib/profiles/points/run"
import { fc } from "@/tests/helpers/property"
import { USDB } from "@/tests/helpers/rows"
import { pointsByDefinition } from "./by-definition"
import {
  type Block,
  batchOf,
  blockOf,
  creations,
  DAY_SECONDS,
  type Happening,
  happening,
  START_BLOCK,
  WALLETS,
  walletOf,
} from "./history"

const place = { chainId: 31337, usdb: USDB }
let client: pg.Client

beforeAll(async () => {
  client = new pg.Client({ connectionString: process.env.DATABASE_URL })
  await client.connect()
})
afterAll(() => client?.end())

const store = (block: Block) => exclusively(client, () => ingest(client, batchOf(block), place))

async function begin() {
  await client.query("delete from agent_award")
  await exclusively(client, () => wipe(client))
  await exclusively(client, () => ingest(client, creations(), place))
}

async function register(wallet: number, time: number) {
  await client.query("insert into agent_award (wallet, time) values ($1, to_timestamp($2))", [
    walletOf(wallet),
    time,
  ])
  await client.query(
    "insert into points_due (wallet, day) values ($1, '1970-01-01') on conflict do nothing",
    [walletOf(wallet)],
  )
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

type Story = {
  happenings: Happening[]
  /** After which blocks points are computed. */
  stops: number[]
  /** How many blocks a reorganisation takes away, and what comes instead. */
  lost: number
  instead: Happening[]
  /** Blocks that come late, by a sync of theirs. */
  late: number[]
  agents: { wallet: number; at: number }[]
}

const LENGTH = 60
const story: fc.Arbitrary<Story> = fc.record({
  happenings: fc.array(happening, { minLength: LENGTH, maxLength: LENGTH }),
  stops: fc.array(fc.nat(LENGTH), { maxLength: 12 }),
  lost: fc.integer({ min: 0, max: 25 }),
  instead: fc.array(happening, { maxLength: 25 }),
  late: fc.array(fc.nat(LENGTH - 1), { maxLength: 6 }),
  agents: fc.uniqueArray(fc.record({ wallet: fc.nat(WALLETS - 1), at: fc.nat(LENGTH) }), {
    maxLength: 3,
    selector: ({ wallet }) => wallet,
  }),
})

/** Tells the story as it happens; answers the blocks that are the chain in the end. */
async function play({ happenings, stops, lost, instead, late, agents }: Story) {
  const blocks = happenings.map(blockOf)
  for (const [at, block] of blocks.entries()) {
    if (!late.includes(at)) await store(block)
    for (const agent of agents) {
      if (agent.at === at) await register(agent.wallet, block.time)
    }
    if (stops.includes(at)) await computeAll()
  }
  for (const at of new Set(late)) {
    const [block] = blocks.slice(at, at + 1)
    if (block) await store(block)
    if (stops.includes(LENGTH - at)) await computeAll()
  }
  if (stops.length % 2 === 0) await computeAll()
  const kept = blocks.slice(0, LENGTH - lost)
  const above = START_BLOCK + kept.length
  await exclusively(client, () => removeRows(client, { above }, { usdb: USDB }))
  if (stops.length % 3 === 0) await computeAll()
  const added = instead.map((what, i) => blockOf(what, kept.length + i))
  for (const block of added) await store(block)
  await computeAll()
  return [...kept, ...added]
}

test("points are those of the definition, whatever came when, and those of a rebuild", async () => {
  let earned = 0
  await fc.assert(
    fc.asyncProperty(story, async (told) => {
      await begin()
      const blocks = await play(told)
      const awards = new Map(
        told.agents
          .filter(({ at }) => at < LENGTH)
          .map(({ wallet, at }) => [
            wallet,
            Math.floor(blockOf({ kind: "refer", wallet, referrer: wallet }, at).time / DAY_SECONDS),
          ]),
      )
      const [found, kept] = [await totals(), await tables()]
      expect(found).toEqual(pointsByDefinition(blocks, awards))
      await exclusively(client, () => rebuildPoints(client))
      expect(await tables()).toEqual(kept)
      earned += found.size
    }),
    { numRuns: Number(process.env.RUNS ?? 8) },
  )
  expect(earned).toBeGreaterThan(20)
})
