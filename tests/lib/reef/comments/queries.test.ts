import { beforeEach, expect, test } from "vitest"
import { pool } from "@/lib/db/client"
import { decodeId, encodeId } from "@/lib/http/opaque-ids"
import { findDeletedComments } from "@/lib/reef/comments/queries"
import { insertPost } from "@/tests/helpers/reef"
import { addressOf, emptyTables } from "@/tests/helpers/rows"

beforeEach(emptyTables)

test("tells of deleted comments what they answered, where they were answered themselves", async () => {
  const post = await insertPost()
  const say = async (parent: string | null, depth: number, isDeleted: boolean) => {
    const { rows } = await pool().query<{ id: string }>(
      `insert into reef_comment (post_id, parent_id, depth, wallet, message, deleted_at)
      values ($1, $2, $3, $4, 'x', case when $5 then now() end) returning id`,
      [decodeId(post), parent, depth, addressOf(1), isDeleted],
    )
    return rows[0]?.id ?? ""
  }
  const first = await say(null, 0, true)
  const second = await say(first, 1, true)
  await say(second, 2, false)
  await say(null, 0, true)
  const deleted = await findDeletedComments(post)
  expect(deleted.toSorted((a, b) => a.id.localeCompare(b.id))).toEqual([
    { id: encodeId(first), parentId: null },
    { id: encodeId(second), parentId: encodeId(first) },
  ])
})
