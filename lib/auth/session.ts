import { randomBytes } from "node:crypto"
import { sealData, unsealData } from "iron-session"
import { sql } from "kysely"
import { z } from "zod"
import { coalesce } from "@/lib/api/coalesce"
import type { HeaderReader } from "@/lib/api/request"
import { db, type Queries } from "@/lib/db/client"
import { statement } from "@/lib/db/statement"
import { env } from "@/lib/env"
import {
  createExpiredCookie,
  createSessionCookie,
  readSessionSeal,
  SESSION_TTL_SECONDS,
} from "./session-cookie"

const MAX_WALLETS = 10
const SESSION_TTL_MS = SESSION_TTL_SECONDS * 1000

const sealedSession = z.object({
  id: z.string().min(1),
  /** `at`: Unix milliseconds of the wallet's sign-in. */
  wallets: z.array(z.object({ address: z.string(), at: z.number() })),
})

/** Wallets are sorted by sign-in, the latest first. */
export type Session = z.output<typeof sealedSession>

/** Reads the session cookie. An invalid one (expired, tampered, revoked) counts as none and must be cleared. */
export async function readSession(
  headers: HeaderReader,
): Promise<{ session: Session | null; isBad: boolean }> {
  const seal = readSessionSeal(headers)
  if (seal === null) return { session: null, isBad: false }
  const session = await unseal(seal)
  return { session, isBad: session === null }
}

async function unseal(seal: string): Promise<Session | null> {
  const options = { password: env().SESSION_SECRET, ttl: SESSION_TTL_SECONDS }
  const parsed = sealedSession.safeParse(await unsealData(seal, options).catch(() => null))
  if (!parsed.success) return null
  const { id, wallets } = parsed.data
  const current = wallets.filter(({ at }) => at > Date.now() - SESSION_TTL_MS)
  const { isRevoked, signedOutAt } = await readRevocations(id, current)
  if (isRevoked) return null
  const kept = current.filter(({ address, at }) => at > (signedOutAt.get(address) ?? 0))
  return kept.length > 0 ? { id, wallets: kept } : null
}

/** Adds the wallet to the session and returns the new cookie. The id changes and the old one is revoked, so a copied cookie stops working. */
export async function createSessionWith(
  previous: Session | null,
  address: string,
): Promise<string> {
  const others = previous?.wallets.filter((wallet) => wallet.address !== address) ?? []
  const wallets = [{ address, at: Date.now() }, ...others].slice(0, MAX_WALLETS)
  if (previous) await revoke(previous.id)
  return seal(wallets)
}

/** Removes a wallet. Returns the new cookie, or null if it was the last wallet. */
async function removeWallet(session: Session, address: string): Promise<string | null> {
  const wallets = session.wallets.filter((wallet) => wallet.address !== address)
  await revoke(session.id)
  return wallets.length > 0 ? seal(wallets) : null
}

async function seal(wallets: Session["wallets"]) {
  const data: Session = { id: randomBytes(32).toString("base64url"), wallets }
  const options = { password: env().SESSION_SECRET, ttl: SESSION_TTL_SECONDS }
  return createSessionCookie(await sealData(data, options))
}

/** Invalidates every copy of the cookie at once. */
async function revoke(id: string) {
  const end = sql<Date>`now() + ${SESSION_TTL_SECONDS} * interval '1 second'`
  await db
    .with("expired", (queries) =>
      queries.deleteFrom("revoked_session").where("expires_at", "<", sql<Date>`now()`),
    )
    .insertInto("revoked_session")
    .values({ id, expires_at: end })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .execute()
}

const selectRevocations = statement({ id: "text", wallets: "text[]" }, ({ id, wallets }) =>
  db
    .selectFrom("revoked_session")
    .select([sql<string | null>`null`.as("wallet"), "expires_at as at"])
    .where("id", "=", id)
    .unionAll(
      db
        .selectFrom("wallet_sign_out")
        .select([sql<string | null>`wallet`.as("wallet"), "at"])
        .where("wallet", "=", sql<string>`any(${wallets})`),
    ),
)

/** Whether the whole session is revoked, and since when wallets of it are signed out everywhere. */
const readRevocations = (id: string, wallets: Session["wallets"]) =>
  coalesce(`session ${id}`, async () => {
    const rows = await selectRevocations({ id, wallets: wallets.map(({ address }) => address) })
    return {
      isRevoked: rows.some(({ wallet }) => wallet === null),
      signedOutAt: new Map(rows.map(({ wallet, at }) => [wallet ?? "", at.getTime()])),
    }
  })

/** Signs the wallet out of every session in every browser. */
export async function signOutEverywhere(queries: Queries, wallet: string) {
  const at = new Date()
  const ended = new Date(at.getTime() - SESSION_TTL_MS)
  await queries.deleteFrom("wallet_sign_out").where("at", "<", ended).execute()
  await queries
    .insertInto("wallet_sign_out")
    .values({ wallet, at })
    .onConflict((conflict) => conflict.column("wallet").doUpdateSet({ at }))
    .execute()
}

/** Response of GET /api/auth/me: about the session, or about one wallet of it. */
export function describeSession(wallets: readonly string[], address: string | undefined) {
  if (address === undefined) return { isLoggedIn: wallets.length > 0, addresses: [...wallets] }
  const isLoggedIn = wallets.includes(address)
  return { isLoggedIn, address: isLoggedIn ? address : null, allAddresses: [...wallets] }
}

/** Signs out one wallet, or all of the session. */
export async function signOut(session: Session | null, address: string | undefined) {
  if (!session) return { message: "No active session.", cookie: null }
  if (address === undefined) {
    await revoke(session.id)
    return { message: "Session destroyed.", cookie: createExpiredCookie() }
  }
  if (!session.wallets.some((wallet) => wallet.address === address)) {
    return { message: "No active session.", cookie: null }
  }
  const cookie = (await removeWallet(session, address)) ?? createExpiredCookie()
  return { message: `Logged out ${address}`, cookie }
}
