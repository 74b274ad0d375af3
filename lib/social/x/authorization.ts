import { createHash, randomBytes } from "node:crypto"
import type { Session } from "@/lib/auth/session"
import { prisma, type Transaction } from "@/lib/db/client"
import { ApiError } from "@/lib/http/errors"
import { getOauthConfig } from "@/lib/social/config"
import type { OauthError } from "@/lib/social/constants"
import { seal } from "@/lib/social/token-cipher"
import { assertNotLinked, linkXAccount } from "./account"
import { createAuthorizeUrl, ExchangeError, exchangeCode, readAccount } from "./oauth"

const STATE_SECONDS = 600

/** GET /api/auth/social: where the browser goes. */
export async function beginAuthorization(session: Session, wallet: string): Promise<string> {
  const error = await errorOf(() => assertNotLinked(wallet))
  if (error) return leaderboardUrl(error)
  getOauthConfig()
  const state = randomBytes(32).toString("base64url")
  const verifier = randomBytes(32).toString("base64url")
  await prisma.oauthState.deleteMany({ where: { expiresAt: { lt: new Date() } } })
  await prisma.oauthState.create({
    data: {
      ...{ hash: digest(state), sessionId: session.id, wallet, verifier },
      expiresAt: new Date(Date.now() + STATE_SECONDS * 1_000),
    },
  })
  return createAuthorizeUrl(state, verifier)
}

export type CallbackQuery = { code?: string; state?: string; error?: string }

/** GET /api/auth/social/callback: links the account that X names; returns where the browser goes. */
export async function endAuthorization(
  session: Session | null,
  { code, state, error: refusal }: CallbackQuery,
): Promise<string> {
  // X sends the state with it; without a state nothing was begun.
  if (refusal !== undefined && state === undefined) return leaderboardUrl("access_denied")
  const begun = session && state ? await consumeState(session, state) : null
  if (!begun) return leaderboardUrl("invalid_state")
  if (refusal !== undefined) return leaderboardUrl("access_denied")
  if (code === undefined) return leaderboardUrl("exchange_failed")
  const error = await errorOf(() => linkByCode(begun, code))
  return leaderboardUrl(error)
}

async function linkByCode(
  { wallet, verifier }: { wallet: string; verifier: string },
  code: string,
) {
  await assertNotLinked(wallet)
  const { accessToken, tokens } = await exchangeCode(code, verifier)
  const account = await readAccount(accessToken)
  await linkXAccount(wallet, account, (tx) => storeTokens(tx, wallet, tokens))
}

async function storeTokens(tx: Transaction, wallet: string, tokens: string) {
  const stored = { sealed: seal(tokens, wallet), createdAt: new Date() }
  await tx.oauthToken.upsert({
    where: { wallet },
    create: { wallet, ...stored },
    update: stored,
  })
}

/** Consumes the authorization that this session began with this state, by a wallet that is still in it; works once. */
async function consumeState(session: Session, state: string) {
  const where = { hash: digest(state), sessionId: session.id }
  const begun = await prisma.oauthState.findUnique({ where })
  const { count } = await prisma.oauthState.deleteMany({ where })
  // Of simultaneous requests, the one that deletes the row continues.
  if (!begun || count === 0 || begun.expiresAt <= new Date()) return null
  return session.wallets.some(({ address }) => address === begun.wallet) ? begun : null
}

const digest = (state: string) => createHash("sha256").update(state).digest()

const leaderboardUrl = (error: OauthError | null) =>
  error === null ? "/leaderboard" : `/leaderboard?error=${error}`

/** The reason for the address bar; other errors are defects and stay errors. */
async function errorOf(work: () => Promise<void>): Promise<OauthError | null> {
  try {
    await work()
    return null
  } catch (error) {
    if (error instanceof ExchangeError) return "exchange_failed"
    if (!(error instanceof ApiError)) throw error
    if (error.code === "WALLET_ALREADY_LINKED") return "wallet_already_linked"
    if (error.code === "ACCOUNT_ALREADY_LINKED") return "account_already_linked"
    if (error.code === "UPSTREAM_UNAVAILABLE" || error.code === "NOT_CONFIGURED") {
      return "upstream_unavailable"
    }
    throw error
  }
}
