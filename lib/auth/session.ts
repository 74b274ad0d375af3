import { randomBytes } from "node:crypto"
import { sealData, unsealData } from "iron-session"
import { z } from "zod"
import { coalesce } from "@/lib/async/coalesce"
import { prisma, type Transaction } from "@/lib/db/client"
import { env } from "@/lib/env"
import { type HeaderReader, readCookie } from "@/lib/http/request"
import { formatCookie } from "@/lib/http/security"
import { selectRevocations } from "./request-rows"

export const SESSION_COOKIE = "svc_auth_session"

const SESSION_TTL_SECONDS = 86_400

const MAX_WALLETS = 10
const SESSION_TTL_MS = SESSION_TTL_SECONDS * 1000

/** A sign-in that follows another with the same cookie this soon was sent at the same time. */
const TOGETHER_SECONDS = 10

/** `at`: Unix milliseconds of the wallet's sign-in. */
const signedInWallet = z.object({ address: z.string(), at: z.number() })

export type SignedInWallet = z.output<typeof signedInWallet>

const sealedSession = z.object({
  id: z.string().min(1),
  /** The session that this one replaced. */
  parent: z.string().optional(),
  wallets: z.array(signedInWallet),
})

type SealedSession = z.output<typeof sealedSession>

/** Wallets are sorted by sign-in, the latest first. */
export type Session = { id: string; wallets: SignedInWallet[] }

/**
 * Reads the session cookie. Expired, tampered or revoked, it counts as none. `isBad`: it never becomes good again and no
 * newer one may have replaced it meanwhile, so that an answer may clear it.
 */
export async function readSession(
  headers: HeaderReader,
): Promise<{ session: Session | null; isBad: boolean }> {
  const seal = readSessionSeal(headers)
  if (seal === null) return { session: null, isBad: false }
  const sealed = await unseal(seal)
  if (!sealed || currentOf(sealed.wallets).length === 0) return { session: null, isBad: true }
  return { session: await findSession(sealed), isBad: false }
}

/**
 * Opens what SESSION_SECRET has sealed, or the former one. One after the other, as iron-session would choose between them
 * by a number in the seal, which a secret does not keep once it is the former one.
 */
async function unseal(seal: string): Promise<SealedSession | null> {
  const { SESSION_SECRET, SESSION_SECRET_FORMER } = env()
  for (const password of [SESSION_SECRET, SESSION_SECRET_FORMER]) {
    if (password === undefined) continue
    const options = { password, ttl: SESSION_TTL_SECONDS }
    const parsed = sealedSession.safeParse(await unsealData(seal, options).catch(() => null))
    if (parsed.success) return parsed.data
  }
  return null
}

const currentOf = (wallets: readonly SignedInWallet[]) =>
  wallets.filter(({ at }) => at > Date.now() - SESSION_TTL_MS)

/** The current state of the session; null when it was revoked or has no wallet left. */
async function findSession({ id, parent, wallets }: SealedSession): Promise<Session | null> {
  const { isRevoked, joined, signedOutAt } = await readRevocations(id, parent, wallets)
  if (isRevoked) return null
  const strangers = joined.filter(({ address }) => wallets.every((one) => one.address !== address))
  const later = strangers.length > 0 ? await readRevocations(id, parent, strangers) : null
  const kept = currentOf(mergeWallets(wallets, joined)).filter(({ address, at }) => {
    return at > (signedOutAt.get(address) ?? later?.signedOutAt.get(address) ?? 0)
  })
  return kept.length > 0 ? { id, wallets: kept } : null
}

/** Each wallet with its latest sign-in, the latest first. */
function mergeWallets(...lists: (readonly SignedInWallet[])[]): SignedInWallet[] {
  const all = lists.flat().sort((a, b) => b.at - a.at)
  const addresses = [...new Set(all.map(({ address }) => address))].slice(0, MAX_WALLETS)
  return addresses.flatMap((address) => all.find((wallet) => wallet.address === address) ?? [])
}

/**
 * Adds the wallet to the session of the request and returns the new cookie. The id changes and the old one is revoked, so
 * a copied cookie stops working. Of two sign-ins at once both cookies hold both wallets, whichever the browser keeps.
 */
export async function createSessionWith(headers: HeaderReader, address: string): Promise<string> {
  const own = { address, at: Date.now() }
  const seal = readSessionSeal(headers)
  const previous = seal === null ? null : await unseal(seal)
  if (!previous) return sealWallets([own])
  const session = await findSession(previous)
  const joined = await rotate(previous.id, own, mergeWallets([own], session?.wallets ?? []))
  return joined ? sealWallets(mergeWallets([own], joined), previous.id) : sealWallets([own])
}

/**
 * Revokes the session in favour of another. Returns its wallets, including those of simultaneous sign-ins; null after
 * its end.
 */
async function rotate(
  id: string,
  own: SignedInWallet,
  wallets: readonly SignedInWallet[],
): Promise<SignedInWallet[] | null> {
  // In SQL, because one statement must decide between simultaneous sign-ins, and append to what the first has stored.
  const rows = await prisma.$queryRaw`
    insert into revoked_session (id, expires_at, rotated_at, wallets)
    values (${id}, ${cookieEnd()}, now(), ${JSON.stringify(wallets)}::jsonb)
    on conflict (id) do update
      set wallets = revoked_session.wallets || ${JSON.stringify([own])}::jsonb
      where revoked_session.rotated_at > now() - make_interval(secs => ${TOGETHER_SECONDS})
        and revoked_session.wallets is not null
    returning wallets`
  const [row] = rotatedRows.parse(rows)
  return row?.wallets ?? null
}

const rotatedRows = z.array(z.object({ wallets: z.array(signedInWallet) }))

/** Removes a wallet. Returns the new cookie, or null if it was the last wallet. */
async function removeWallet(session: Session, address: string): Promise<string | null> {
  const wallets = session.wallets.filter((wallet) => wallet.address !== address)
  await revoke(session.id)
  return wallets.length > 0 ? sealWallets(wallets) : null
}

async function sealWallets(wallets: SignedInWallet[], parent?: string) {
  const id = randomBytes(32).toString("base64url")
  const data: SealedSession = { id, ...(parent !== undefined && { parent }), wallets }
  const options = { password: env().SESSION_SECRET, ttl: SESSION_TTL_SECONDS }
  return createSessionCookie(await sealData(data, options))
}

/** When a cookie that is set now expires. */
const cookieEnd = () => new Date(Date.now() + SESSION_TTL_MS)

/** Invalidates every copy of the cookie at once, and sessions that a simultaneous sign-in made from it. */
async function revoke(id: string) {
  await prisma.revokedSession.deleteMany({ where: { expiresAt: { lt: new Date() } } })
  // In SQL: one statement decides between this and a sign-in at the same moment.
  await prisma.$executeRaw`
    insert into revoked_session (id, expires_at) values (${id}, ${cookieEnd()})
    on conflict (id) do update set rotated_at = null, wallets = null
      where revoked_session.rotated_at > now() - make_interval(secs => ${TOGETHER_SECONDS})`
}

/** Ends the session of a cookie that a sign-in has replaced at the same moment, with what replaced it. */
export async function endReplacedSession(headers: HeaderReader) {
  const seal = readSessionSeal(headers)
  const sealed = seal === null ? null : await unseal(seal)
  if (sealed) await revoke(sealed.id)
}

/**
 * Whether the session was revoked or its predecessor ended, which wallets signed in at the same moment, and since when
 * its wallets are signed out everywhere.
 */
const readRevocations = (id: string, parent = "", wallets: readonly SignedInWallet[]) => {
  const addresses = wallets.map(({ address }) => address)
  return coalesce(`session ${id} ${addresses}`, async () => {
    const rows = await selectRevocations({ id, parent, addresses })
    const sessions = rows.filter(({ wallet }) => wallet === null)
    return {
      isRevoked: sessions.some((row) => row.id === id || row.joined === null),
      joined: sessions.flatMap(({ joined }) => joined ?? []),
      signedOutAt: new Map(rows.map(({ wallet, at }) => [wallet ?? "", at.getTime()])),
    }
  })
}

/** Signs the wallet out of every session in every browser. */
export async function signOutEverywhere(tx: Transaction, wallet: string) {
  const at = new Date()
  const ended = new Date(at.getTime() - SESSION_TTL_MS)
  await tx.walletSignOut.deleteMany({ where: { at: { lt: ended } } })
  await tx.walletSignOut.upsert({ where: { wallet }, create: { wallet, at }, update: { at } })
}

/** Response of GET /api/auth/me: about the session, or about one of its wallets. */
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

const readSessionSeal = (headers: HeaderReader) => readCookie(headers, SESSION_COOKIE)

const createSessionCookie = (seal: string) =>
  formatCookie(SESSION_COOKIE, seal, SESSION_TTL_SECONDS)

/** The Set-Cookie value that deletes the session cookie. */
export const createExpiredCookie = () => formatCookie(SESSION_COOKIE, "", 0)
