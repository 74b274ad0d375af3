import { beforeEach, describe, expect, test } from "vitest"
import { pool } from "@/lib/db/client"
import { decodeId } from "@/lib/http/opaque-ids"
import { findPermissions } from "@/lib/reef/permissions"
import { insertAgent, insertAgentAward, insertPoints, insertPost } from "@/tests/helpers/reef"
import { addressOf, emptyTables } from "@/tests/helpers/rows"

const WALLET = addressOf(1)

beforeEach(async () => {
  await emptyTables()
  await pool().query("truncate reef_member, reef_post, agent, agent_award, wallet_points cascade")
})

const insertMember = (columns: string, values: string) =>
  pool().query(`insert into reef_member (wallet, ${columns}) values ($1, ${values})`, [WALLET])

describe("what a wallet may do", () => {
  test("is everything but reporting for one nobody knows", async () => {
    expect(await findPermissions(WALLET)).toEqual({
      isAdmin: false,
      isAgent: false,
      mayReport: false,
      isBanned: false,
      mutedUntil: null,
      nextPostAt: null,
      hidden: [],
    })
  })

  test("knows what was hidden lately, and is still there", async () => {
    const own = { wallet: WALLET, hiddenBy: "admin" } as const
    const id = await insertPost({ ...own, title: "Hidden" })
    await insertPost({ ...own, deletedAt: new Date() })
    await insertPost({ wallet: WALLET })
    await insertPost({ wallet: addressOf(2), hiddenBy: "admin" })
    const old = await insertPost(own)
    await pool().query("update reef_post set hidden_at = now() - interval '8 days' where id = $1", [
      decodeId(old),
    ])
    expect((await findPermissions(WALLET)).hidden).toEqual([{ id, title: "Hidden" }])
  })

  test.each([
    [499, false],
    [500, true],
  ])("with %i points is to report: %s", async (points, expected) => {
    await insertPoints(WALLET, points)
    expect(await findPermissions(WALLET)).toMatchObject({ mayReport: expected })
  })

  test.each([
    [999, false],
    [1_000, true],
  ])("with %i points, 500 of them for an agent, is to report: %s", async (points, expected) => {
    await insertPoints(WALLET, points)
    await insertAgentAward(WALLET)
    expect(await findPermissions(WALLET)).toMatchObject({ mayReport: expected })
  })

  test("knows agents", async () => {
    await insertAgent(WALLET)
    expect(await findPermissions(WALLET)).toMatchObject({ isAgent: true })
  })

  test("waits for the end of a mute and of the cooldown", async () => {
    await insertMember(
      "muted_until, last_post_at",
      "now() + interval '1 hour', now() - interval '7 minutes'",
    )
    const { mutedUntil, nextPostAt } = await findPermissions(WALLET)
    const secondsTo = (time: Date | null) =>
      Math.round(((time?.getTime() ?? 0) - Date.now()) / 1000)
    expect(secondsTo(mutedUntil)).toBeGreaterThan(3_590)
    expect(secondsTo(nextPostAt)).toBeGreaterThan(50)
    expect(secondsTo(nextPostAt)).toBeLessThanOrEqual(60)
  })

  test("forgets what is over", async () => {
    await insertMember(
      "muted_until, last_post_at",
      "now() - interval '1 second', now() - interval '480 seconds'",
    )
    expect(await findPermissions(WALLET)).toMatchObject({ mutedUntil: null, nextPostAt: null })
  })

  test("is nothing for the banned", async () => {
    await insertMember("banned_at", "now()")
    expect(await findPermissions(WALLET)).toMatchObject({ isBanned: true })
  })
})
