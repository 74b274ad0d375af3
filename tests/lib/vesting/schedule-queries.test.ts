import { beforeEach, expect, test } from "vitest"
import { countSchedulesOf, findSchedules } from "@/lib/vesting/schedule-queries"
import { insertVestingEvent } from "@/tests/helpers/loan-rows"
import { addressOf, emptyTables, insertToken, MAIN } from "@/tests/helpers/rows"

beforeEach(emptyTables)

const [creator, beneficiary] = [addressOf(0xc1), addressOf(0xb1)]
const range = { skip: 0, take: 10 }

test("a wallet's schedules by role, newest first, in parts", async () => {
  await insertToken({ address: MAIN })
  for (const vestingId of [1, 2, 3]) {
    await insertVestingEvent({ wallet: creator, beneficiary, vestingId, amount: 100n })
  }
  expect(await countSchedulesOf(beneficiary)).toEqual({ beneficiary: 3, creator: 0 })
  expect(await countSchedulesOf(creator)).toEqual({ beneficiary: 0, creator: 3 })
  const received = await findSchedules({ ...range, wallet: beneficiary, role: "beneficiary" })
  expect(received.map(({ vestingId }) => vestingId)).toEqual([3, 2, 1])
  expect(received[0]).toMatchObject({ totalAmount: 100n, claimedAmount: 0n, isPledged: false })
  expect(received[0]).toMatchObject({ creator, beneficiary, loan: null, isAuto: false })
  const second = await findSchedules({ wallet: creator, role: "creator", skip: 1, take: 1 })
  expect(second.map(({ vestingId }) => vestingId)).toEqual([2])
  expect(await findSchedules({ ...range, wallet: creator, role: "beneficiary" })).toEqual([])
})

test("what was vested before an extension is known from its events", async () => {
  await insertToken({ address: MAIN })
  const common = { wallet: creator, beneficiary, vestingId: 1, amount: 100n }
  await insertVestingEvent(common)
  await insertVestingEvent({ ...common, action: "claimed", wallet: beneficiary, creator })
  await insertVestingEvent({ ...common, action: "extended", data: { days: 5 } })
  const [schedule] = await findSchedules({ ...range, wallet: creator, role: "creator" })
  // These rows end in 1970: at the extension everything was vested.
  expect(schedule?.vestedFloor).toBe(100n)
})
