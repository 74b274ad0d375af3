import { sql } from "kysely"
import { db, type Queries } from "@/lib/db/client"
import { ApiError } from "@/lib/http/errors"
import { withAccountLock } from "@/lib/social/account-lock"
import { RELEASE_DAYS } from "@/lib/social/constants"

/** `id` is null for an account that a post proved: X tells the handle alone. */
export type XAccount = {
  id: string | null
  handle: string
  displayName: string | null
  picture: string | null
}

/** The linked account of a wallet. */
export const findXAccount = (wallet: string, queries: Queries = db) =>
  queries
    .selectFrom("social_link")
    .select(["handle", "account_id as accountId"])
    .where("wallet", "=", wallet)
    .where("platform", "=", "x")
    .where("is_linked", "=", true)
    .executeTakeFirst()

export async function assertNotLinked(wallet: string, queries: Queries = db): Promise<void> {
  if (await findXAccount(wallet, queries)) {
    throw new ApiError("WALLET_ALREADY_LINKED", "An X account is linked to this wallet")
  }
}

/**
 * Links the account to the wallet, at most one to one. `prove` runs in the same transaction and throws when the proof
 * is no longer good. The link is private at first; a handle that the owner had typed in is replaced.
 */
export function linkXAccount(
  wallet: string,
  account: XAccount,
  prove: (queries: Queries) => Promise<void>,
): Promise<void> {
  return withAccountLock(async (queries) => {
    await assertNotLinked(wallet, queries)
    if (await isTaken(queries, wallet, account)) {
      throw new ApiError("ACCOUNT_ALREADY_LINKED", "The X account belongs to another wallet")
    }
    await prove(queries)
    await releaseHandle(queries, account)
    await storeLink(queries, wallet, account)
  })
}

/** Linked to another wallet, or unlinked from one within the last days. */
async function isTaken(queries: Queries, wallet: string, { id, handle }: XAccount) {
  const key = handle.toLowerCase()
  const linked = await queries
    .selectFrom("social_link")
    .select("wallet")
    .where("platform", "=", "x")
    .where("wallet", "<>", wallet)
    .where((eb) => isSameAccount(eb.ref("account_id"), eb.ref("account_handle"), id, key))
    .executeTakeFirst()
  if (linked) return true
  const released = await queries
    .selectFrom("released_account")
    .select("wallet")
    .where("network", "=", "x")
    .where("wallet", "<>", wallet)
    .where("released_at", ">", sql<Date>`now() - make_interval(days => ${RELEASE_DAYS})`)
    .where((eb) => isSameAccount(eb.ref("account_id"), eb.ref("account_handle"), id, key))
    .executeTakeFirst()
  return released !== undefined
}

/** By id where both are known: X gives a handle that was given up to somebody else. */
const isSameAccount = (rowId: unknown, rowHandle: unknown, id: string | null, handle: string) =>
  sql<boolean>`(${rowId} = ${id}::text
    or ${rowHandle} = ${handle} and (${rowId} is null or ${id}::text is null))`

/** The handle is now another account's than the one that was linked under it. */
async function releaseHandle(queries: Queries, { id, handle }: XAccount) {
  if (id === null) return
  await queries
    .updateTable("social_link")
    .set({ account_handle: null })
    .where("platform", "=", "x")
    .where("account_handle", "=", handle.toLowerCase())
    .where("account_id", "<>", id)
    .execute()
}

async function storeLink(queries: Queries, wallet: string, account: XAccount) {
  const { id, handle, displayName, picture } = account
  const link = {
    handle,
    account_id: id,
    account_handle: handle.toLowerCase(),
    display_name: displayName,
    picture,
    is_linked: true,
    is_public: false,
  }
  await queries
    .insertInto("social_link")
    .values({ wallet, platform: "x", ...link })
    .onConflict((conflict) => conflict.columns(["wallet", "platform"]).doUpdateSet(link))
    .execute()
}

/**
 * Removes the wallet's X entry; false when there was none. A linked account is unlinked and stays reserved for this
 * wallet for 30 days.
 */
export const removeXAccount = (wallet: string): Promise<boolean> =>
  withAccountLock((queries) => removeXAccountWith(queries, wallet))

/** The same within a transaction of `withAccountLock`. */
export async function removeXAccountWith(queries: Queries, wallet: string): Promise<boolean> {
  const removed = await queries
    .deleteFrom("social_link")
    .where("wallet", "=", wallet)
    .where("platform", "=", "x")
    .returning(["handle", "is_linked as isLinked", "account_id as accountId"])
    .executeTakeFirst()
  if (!removed) return false
  if (!removed.isLinked) return true
  const { accountId, handle } = removed
  await queries
    .insertInto("released_account")
    .values({ network: "x", wallet, account_id: accountId, account_handle: handle.toLowerCase() })
    .execute()
  await queries.deleteFrom("oauth_token").where("wallet", "=", wallet).execute()
  return true
}
