import { expect, test } from "vitest"
import { pool } from "@/lib/db/client"
import { WAD } from "@/lib/units"
import { addressOf, insertToken, insertTrade } from "@/tests/helpers/rows"

// Read once, before anything asks.
process.env.INDEX_FOLLOWER = "off"

test("without a follower, what was just stored is computed at once", async () => {
  const { startComputationWithoutFollower } = await import("@/lib/profiles/points/background")
  const { address } = await insertToken()
  const user = addressOf(0x6001)
  await insertTrade({ token: address, user, amountUsdc: 600n * WAD })
  await pool().query("insert into points_due (wallet, day) values ($1, '1970-01-01')", [user])
  startComputationWithoutFollower()
  const total = async () => {
    const text = "select total::int from wallet_points where wallet = $1"
    return (await pool().query(text, [user])).rows[0]?.total
  }
  await expect.poll(total).toBe(600)
})
