import pg from "pg"
import { zeroAddress } from "viem"
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { pool } from "@/lib/db/client"
import { withWriteLock } from "@/lib/db/write-lock"
import { truncateIndex } from "@/lib/indexer/checkpoint"
import { ingest } from "@/lib/indexer/ingest"
import { recomputeReferrals } from "@/lib/indexer/projections/referrals"
import { removeRows } from "@/lib/indexer/remove-rows"
import { judgeReferrer, readChains } from "@/lib/referrals/rules"
import { runs } from "@/tests/helpers/deep"
import { fc } from "@/tests/helpers/property"
import { USDB } from "@/tests/helpers/rows"
import { getWallet, START_BLOCK, toBatch, toBlock } from "../profiles/points-events"

const unlisted = { chainId: 31337, mainToken: zeroAddress, usdb: USDB, staking: zeroAddress }
let clients: pg.Client[] = []

beforeAll(async () => {
  clients = [0, 1, 2].map(() => new pg.Client({ connectionString: process.env.DATABASE_URL }))
  for (const client of clients) await client.connect()
})
afterAll(() => Promise.all(clients.map((client) => client.end())))
beforeEach(() => write((client) => truncateIndex(client)))

const first = () => clients[0] as pg.Client
const write = <T>(work: (client: pg.Client) => Promise<T>, client = first()) =>
  withWriteLock(client, () => work(client))

/** That a wallet names a referrer, in the block of this position after the first one. */
type Naming = { at: number; user: number; referrer: number }

const store = ({ at, user, referrer }: Naming, client = first()) =>
  write(
    (writer) =>
      ingest(writer, toBatch(toBlock({ kind: "refer", wallet: user, referrer }, at)), unlisted),
    client,
  )

/** Who referred whom, by number. */
async function stored() {
  const { rows } = await pool().query<{ wallet: string; referrer: string; event_id: string }>(
    "select wallet, referrer, event_id from referral order by event_id",
  )
  const numberOf = (wallet: string) => Number.parseInt(wallet.slice(-3), 16) - 0x500
  return rows.map(({ wallet, referrer, event_id }) => ({
    at: Math.floor(+event_id / 1_000_000) - START_BLOCK - 1,
    user: numberOf(wallet),
    referrer: numberOf(referrer),
  }))
}

/** By the words of the specification: the first in chain order that is refused by nothing. */
function byDefinition(namings: readonly Naming[]): Naming[] {
  const accepted: Naming[] = []
  const referrerOf = (user: number) => accepted.find((each) => each.user === user)?.referrer
  for (const naming of [...namings].sort((a, b) => a.at - b.at)) {
    const { user, referrer } = naming
    if (user === referrer || referrerOf(user) !== undefined) continue
    let above = referrerOf(referrer)
    for (let step = 0; step < 50 && above !== undefined && above !== user; step++)
      above = step < 49 ? referrerOf(above) : undefined
    if (above !== user) accepted.push(naming)
  }
  return accepted
}

/** Each wallet was referred by the next one. */
async function insertChain(from: number, to: number) {
  await pool().query(
    `insert into referral (wallet, referrer, event_id, set_at)
    select '0x' || lpad(to_hex(1280 + n), 40, 'a'), '0x' || lpad(to_hex(1281 + n), 40, 'a'), n + 1, now()
    from generate_series($1::int, $2::int) n`,
    [from, to - 1],
  )
}

/** As the service judges a claim: by what is stored. */
async function checkReferrer(wallet: string, referrer: string) {
  const chains = await readChains([wallet, referrer])
  const referrers = new Map(chains.map((edge) => [edge.wallet, edge.referrer]))
  return judgeReferrer(wallet, referrer, (each) => referrers.get(each))
}

const judge = (user: number, referrer: number) =>
  checkReferrer(getWallet(user), getWallet(referrer))

describe("a referrer", () => {
  test("is another wallet, and stays", async () => {
    expect(await judge(1, 1)).toBe("own_wallet")
    expect(await checkReferrer(getWallet(1), zeroAddress)).toBe("no_wallet")
    expect(await judge(1, 2)).toBe("accepted")
    await store({ at: 0, user: 1, referrer: 2 })
    for (const other of [1, 2, 3]) expect(await judge(1, other)).toBe("already_set")
    expect(await judge(2, 1)).toBe("cycle")
    expect(await judge(3, 1)).toBe("accepted")
  })

  test("has a chain of referrers that is followed for 50 steps", async () => {
    await insertChain(0, 60)
    // Wallet 60 has no referrer. The 50 referrers above wallet 10 end with it; those above wallet 9 end before it.
    expect(await judge(60, 10)).toBe("cycle")
    expect(await judge(60, 59)).toBe("cycle")
    expect(await judge(60, 9)).toBe("accepted")
    await store({ at: 0, user: 60, referrer: 10 })
    expect((await stored()).some(({ user }) => user === 60)).toBe(false)
    await store({ at: 1, user: 60, referrer: 9 })
    expect((await stored()).some(({ user }) => user === 60)).toBe(true)
    expect(await judge(61, 30)).toBe("accepted")
  })
})

describe("what the index stores", () => {
  test("of two that close a circle at once, is the first in chain order", async () => {
    for (let round = 0; round < 6; round++) {
      await write((client) => truncateIndex(client))
      const namings = [
        { at: 0, user: 1, referrer: 2 },
        { at: 1, user: 2, referrer: 1 },
      ]
      if (round % 2) namings.reverse()
      await Promise.all(namings.map((naming, i) => store(naming, clients[i])))
      expect(await stored()).toEqual([{ at: 0, user: 1, referrer: 2 }])
    }
  })

  test("of three in a ring, are the first two", async () => {
    const ring = [2, 0, 1].map((at) => ({ at, user: at, referrer: (at + 1) % 3 }))
    await Promise.all(ring.map((naming, i) => store(naming, clients[i])))
    expect((await stored()).map(({ user }) => user)).toEqual([0, 1])
  })

  test("is the first event of a wallet, whenever that comes", async () => {
    await store({ at: 5, user: 1, referrer: 3 })
    await store({ at: 9, user: 1, referrer: 4 })
    expect(await stored()).toEqual([{ at: 5, user: 1, referrer: 3 }])
    await store({ at: 2, user: 1, referrer: 2 })
    expect(await stored()).toEqual([{ at: 2, user: 1, referrer: 2 }])
    await write((client) =>
      removeRows(client, { txIds: [`${(START_BLOCK + 3) * 1_000_000}`] }, unlisted),
    )
    expect(await stored()).toEqual([{ at: 5, user: 1, referrer: 3 }])
  })

  test("does not move, nor the points of anyone, when ten wallets name another referrer every day", async () => {
    for (let user = 0; user < 10; user++) await store({ at: user, user, referrer: 20 })
    const before = await stored()
    await pool().query("delete from points_due")
    for (let user = 0; user < 10; user++) {
      await store({ at: 10 + user, user, referrer: (user + 1) % 10 })
      await store({ at: 30 + user, user: 20, referrer: user })
    }
    expect(await stored()).toEqual(before)
    expect((await pool().query("select wallet from points_due")).rows).toEqual([])
  })

  test("is what the definition says, in any order of arrival and after any reorganisation", async () => {
    const naming = fc.record({ user: fc.nat(6), referrer: fc.nat(6) })
    let rings = 0
    await fc.assert(
      fc.asyncProperty(
        fc.array(naming, { minLength: 4, maxLength: 16 }),
        fc.array(fc.nat(), { minLength: 16, maxLength: 16 }),
        fc.nat(6),
        fc.array(naming, { maxLength: 5 }),
        async (edges, order, lost, instead) => {
          await write((client) => truncateIndex(client))
          const namings = edges.map((each, at) => ({ ...each, at }))
          const arriving = [...namings].sort((a, b) => (order[a.at] ?? 0) - (order[b.at] ?? 0))
          for (const each of arriving) await store(each)
          expect(await stored()).toEqual(byDefinition(namings))
          const kept = namings.slice(0, Math.max(0, edges.length - lost))
          const above = START_BLOCK + kept.length
          await write((client) => removeRows(client, { above }, unlisted))
          const added = instead.map((each, i) => ({ ...each, at: kept.length + i }))
          for (const each of added) await store(each)
          const expected = byDefinition([...kept, ...added])
          expect(await stored()).toEqual(expected)
          await write((client) => recomputeReferrals(client))
          expect(await stored()).toEqual(expected)
          const users = new Set([...kept, ...added].map(({ user }) => user))
          if (expected.length < users.size) rings++
        },
      ),
      { numRuns: runs(6, 400) },
    )
    expect(rings).toBeGreaterThan(0)
  })
})
