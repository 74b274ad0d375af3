import { prisma, type Transaction } from "@/lib/db/client"
import { ApiError } from "@/lib/http/errors"
import { withAccountLock } from "@/lib/social/account-lock"
import { reservedSince } from "@/lib/social/constants"

/** `id` is null for an account that a post proved, because X then only returns the handle. */
export type XAccount = {
  id: string | null
  handle: string
  displayName: string | null
  picture: string | null
}

/** The linked account of a wallet. */
export const findXAccount = (wallet: string, tx: Transaction = prisma) =>
  tx.socialLink.findUnique({
    where: { wallet_platform: { wallet, platform: "x" }, isLinked: true },
    select: { handle: true },
  })

export async function assertNotLinked(wallet: string, tx: Transaction = prisma): Promise<void> {
  if (await findXAccount(wallet, tx)) {
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
  prove: (tx: Transaction) => Promise<void>,
): Promise<void> {
  return withAccountLock(async (tx) => {
    await assertNotLinked(wallet, tx)
    if (await isTaken(tx, wallet, account)) {
      throw new ApiError("ACCOUNT_ALREADY_LINKED", "The X account belongs to another wallet")
    }
    await prove(tx)
    await releaseHandle(tx, account)
    await storeLink(tx, wallet, account)
  })
}

/** Linked to another wallet, or unlinked from one within the last days. */
async function isTaken(tx: Transaction, wallet: string, account: XAccount) {
  const ofOther = { wallet: { not: wallet }, ...isSameAccount(account) }
  const linked = await tx.socialLink.findFirst({ where: { platform: "x", ...ofOther } })
  if (linked) return true
  const released = await tx.releasedAccount.findFirst({
    where: { network: "x", releasedAt: { gt: reservedSince() }, ...ofOther },
  })
  return released !== null
}

/** By id where both are known, because X gives an abandoned handle to another account. */
function isSameAccount({ id, handle }: XAccount) {
  const accountHandle = handle.toLowerCase()
  if (id === null) return { accountHandle }
  return { OR: [{ accountId: id }, { accountId: null, accountHandle }] }
}

/** The handle now belongs to another account than the one that was linked under it. */
async function releaseHandle(tx: Transaction, { id, handle }: XAccount) {
  if (id === null) return
  await tx.socialLink.updateMany({
    where: { platform: "x", accountHandle: handle.toLowerCase(), accountId: { not: id } },
    data: { accountHandle: null },
  })
}

async function storeLink(tx: Transaction, wallet: string, account: XAccount) {
  const { id, handle, displayName, picture } = account
  const link = {
    handle,
    accountId: id,
    accountHandle: handle.toLowerCase(),
    displayName,
    picture,
    isLinked: true,
    isPublic: false,
  }
  const entry = { wallet, platform: "x" }
  await tx.socialLink.upsert({
    where: { wallet_platform: entry },
    create: { ...entry, ...link },
    update: link,
  })
}

/**
 * Removes the wallet's X entry; false when there was none. A linked account is unlinked and stays reserved for this
 * wallet for 30 days.
 */
export const removeXAccount = (wallet: string): Promise<boolean> =>
  withAccountLock((tx) => removeXAccountWith(tx, wallet))

/** The same within a transaction of `withAccountLock`. */
export async function removeXAccountWith(tx: Transaction, wallet: string): Promise<boolean> {
  const entry = { wallet, platform: "x" }
  const link = await tx.socialLink.findUnique({ where: { wallet_platform: entry } })
  if (!link) return false
  await tx.socialLink.deleteMany({ where: entry })
  if (!link.isLinked) return true
  const { accountId, handle } = link
  await tx.releasedAccount.create({
    data: { network: "x", wallet, accountId, accountHandle: handle.toLowerCase() },
  })
  await tx.oauthToken.deleteMany({ where: { wallet } })
  return true
}
