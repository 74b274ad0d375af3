import type { Contract } from "@/lib/api/contract"
import { pool } from "@/lib/db/client"
import { encodeId } from "@/lib/http/opaque-ids"
import { createAccount, createApiKey, createSession } from "@/tests/helpers/auth"
import type { Credentials } from "@/tests/helpers/call"
import { addressOf } from "@/tests/helpers/rows"
import type { Operation } from "./operations"

/** Somebody who may do what an operation does, and what they would do it to. */
export type Caller = { wallet: string; as: Credentials; params: Record<string, string> }

const admin = createAccount()
// Read on first use.
process.env.ADMIN_WALLETS = admin.address

/** Somebody new, with a token, a post and a comment of their own, and points enough for everything. */
export async function createCaller({ contract, path }: Operation, token: string): Promise<Caller> {
  const asker = await signIn(contract)
  await pool().query("update token set dev = $1", [asker.wallet])
  await pool().query(
    `insert into wallet_points (wallet, total, reached_at, computed_at)
    values ($1, 1000000, now(), now()) on conflict do nothing`,
    [asker.wallet],
  )
  // Nobody reports what is their own.
  const author = path.includes("/report/") ? addressOf(7) : asker.wallet
  const params = { address: token, id: crypto.randomUUID(), ...(await createThread(author)) }
  return { ...asker, params }
}

async function signIn({ auth }: Contract) {
  if (auth === "either" || auth === "key") {
    const { wallet, key } = await createApiKey()
    return { wallet, as: { key } }
  }
  const { address, cookie } = await createSession(auth === "admin" ? { account: admin } : {})
  return { wallet: address, as: { cookie } }
}

async function createThread(author: string) {
  const { rows } = await pool().query<{ post: string; comment: string }>(
    `with post as (
      insert into reef_post (wallet, section, title, content_hash, comment_count)
      values ($1, 'mixed', 'High water', '\\x00', 1) returning id
    )
    insert into reef_comment (post_id, depth, wallet, message)
    select id, 0, $1, 'At six' from post returning post_id as post, id as comment`,
    [author],
  )
  const { post = "1", comment = "1" } = rows[0] ?? {}
  return { postId: encodeId(post), commentId: encodeId(comment) }
}
