import { randomBytes } from "node:crypto"
import { sealData, unsealData } from "iron-session"
import { z } from "zod"
import { coalesce } from "@/lib/api/coalesce"
import { pool } from "@/lib/db/client"
import { env } from "@/lib/env"
import {
  createExpiredCookie,
  createSessionCookie,
  readSessionSeal,
  SESSION_TTL_SECONDS,
} from "./cookie"

const MAX_WALLETS = 10
const SESSION_TTL_MS = SESSION_TTL_SECONDS * 1000

const sealedSession = z.object({
  id: z.string().min(1),
  /** `at`: Unix milliseconds of the wallet's verify. */
  wallets: z.array(z.object({ address: z.string(), at: z.number() })),
})

/** Wallets stand newest verify first. */
export type Session = z.output<typeof sealedSession>

/** What the request's cookie is worth. A bad one (expired, tampered, revoked, foreign) equals none, and is to be cleared. */
export async function readSession(
  headers: Headers,
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
  return current.length > 0 && !(await isRevoked(id)) ? { id, wallets: current } : null
}

/** The cookie of a session with this wallet as its newest. Ids are never reused: a copied cookie dies with its session. */
export async function createSessionWith(
  previous: Session | null,
  address: string,
): Promise<string> {
  const others = previous?.wallets.filter((wallet) => wallet.address !== address) ?? []
  const wallets = [{ address, at: Date.now() }, ...others].slice(0, MAX_WALLETS)
  if (previous) await revoke(previous.id)
  return seal(wallets)
}

/** Takes a wallet out. Returns the new cookie, or null when the session ended with it. */
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

/** Ends every copy of the session's cookie at once. */
async function revoke(id: string) {
  await pool().query(
    `with expired as (delete from revoked_session where expires_at < now())
     insert into revoked_session (id, expires_at) values ($1, now() + $2 * interval '1 second')
     on conflict (id) do nothing`,
    [id, SESSION_TTL_SECONDS],
  )
}

function isRevoked(id: string) {
  return coalesce(`session ${id}`, async () => {
    const { rowCount } = await pool().query("select 1 from revoked_session where id = $1", [id])
    return rowCount !== 0
  })
}

/** GET /api/auth/me in its two forms: about the session, or about one wallet in it. */
export function describeSession(wallets: readonly string[], address: string | undefined) {
  if (address === undefined) return { isLoggedIn: wallets.length > 0, addresses: [...wallets] }
  const isLoggedIn = wallets.includes(address)
  return { isLoggedIn, address: isLoggedIn ? address : null, allAddresses: [...wallets] }
}

/** Logs out one wallet, or all; without anything to remove it says so. */
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
