import type { Hex } from "viem"
import { zeroAddress } from "viem"
import {
  countRequest,
  type RateLimitPolicy,
  rateLimitedError,
  replaceRateLimitHeaders,
} from "@/lib/api/rate-limit"
import { toAddress } from "@/lib/chain/browser"
import { getChainClient } from "@/lib/chain/client"
import { ApiError, chainUnavailable } from "@/lib/http/errors"
import { judgeReferrer, readChains } from "@/lib/referrals/rules"
import { WAD } from "@/lib/units"
import { assertNotBlocked } from "@/lib/wallets/blocks"
import { claimAmount, type Signals, signalNames } from "./amounts"
import { broadcast, completePayouts, isNonceTaken, reasonOf, settleSent } from "./broadcast"
import { findCooldown } from "./indexed-payouts"
import { assertHeld, type LockHolder, lockTreasury, withClaimLock } from "./locks"
import { findOpenPayouts, type OpenPayout, storePayout, voidPayout } from "./payout-rows"
import { findSignals } from "./signals"
import {
  checkPayout,
  cooldownActive,
  invalidReferrer,
  openTreasury,
  signPayout,
  type Treasury,
} from "./treasury"

/** Attempts at a payout whose nonce another program takes between choice and sending. */
const MAX_TRIES = 3

export type ClaimRequest = {
  wallet: string
  referrer: string | undefined
  /** The client's address as rate limits count it. */
  ip: string
  /** Headers of the answer, with the limits of claims. */
  headers: [string, string][]
}

export type Claim = { amount: number; txHash: Hex; signals: Signals }

/** POST /api/v1/faucet/claim; the checks in the order of rest-api-part-2.md, section 3.13. */
export async function claim(request: ClaimRequest): Promise<Claim> {
  const { wallet } = request
  await assertNotBlocked(wallet)
  const signals = toSignals(await findSignals(wallet))
  const amount = claimAmount(signals)
  if (amount === 0) throw notEligible()
  await resolveReferrer(wallet, request.referrer)
  return withClaimLock(wallet, async (holder) => {
    const resumed = await resumeClaim(wallet, holder)
    if (resumed) return resumed
    await assertNoCooldown(wallet)
    const treasury = openTreasury()
    await lockTreasury(holder)
    await completeOthers(treasury)
    const { hash } = await pay(treasury, request, { holder, signals, amount: BigInt(amount) * WAD })
    return { amount, txHash: hash, signals }
  })
}

const toSignals = (facts: Signals): Signals => {
  const { base, twitter, active, hatchling, tidal } = facts
  return { base, twitter, active, hatchling, tidal }
}

const notEligible = () =>
  new ApiError(
    "FAUCET_NOT_ELIGIBLE",
    "The faucet needs a registered agent, or a username and a linked X or Moltbook account",
  )

/**
 * Completes a claim whose process ended between record and answer, and returns its result. Null without such a claim,
 * or if it failed.
 */
async function resumeClaim(wallet: string, holder: LockHolder): Promise<Claim | null> {
  const [open] = await findOpenPayouts(wallet)
  const client = getChainClient()
  if (!open || !client) return null
  if (open.isSent) {
    await settleSent(client, wallet).catch(failUnavailable)
    return null
  }
  await lockTreasury(holder)
  await completePayouts(client).catch(failUnavailable)
  const [left] = await findOpenPayouts(wallet)
  return left?.isSent && left.id === open.id ? toClaim(left) : null
}

const toClaim = ({ amount, hash, signals }: OpenPayout): Claim => {
  const isTrue = new Set(signals)
  const entries = signalNames.map((name) => [name, isTrue.has(name)])
  return { amount: Number(amount / WAD), txHash: hash, signals: Object.fromEntries(entries) }
}

async function assertNoCooldown(wallet: string) {
  const { endsAt, remainingSeconds } = await findCooldown(wallet)
  if (endsAt) throw cooldownActive(remainingSeconds)
}

/** Completes earlier payouts first, because a stored one that was not sent would hold up its nonce. */
const completeOthers = ({ client }: Treasury) => completePayouts(client).catch(failUnavailable)

function failUnavailable(error: unknown): never {
  if (error instanceof ApiError && error.code !== "SYNC_FAILED" && error.code !== "TX_NOT_FOUND")
    throw error
  throw chainUnavailable(error)
}

type Payout = { holder: LockHolder; signals: Signals; amount: bigint }

/** Checks, counts, stores and sends; the treasury is locked. */
async function pay(treasury: Treasury, request: ClaimRequest, { holder, signals, amount }: Payout) {
  const { wallet } = request
  // The other claims may have set referrers while this one waited.
  const referrer = toAddress(await resolveReferrer(wallet, request.referrer))
  const call = { wallet: toAddress(wallet), referrer, amount }
  for (let tries = 1; ; tries++) {
    const open = await findOpenPayouts()
    const gas = await checkPayout(treasury, call, open)
    const openNonces = open.map(({ nonce }) => nonce)
    const signed = await signPayout(treasury, call, { gas, openNonces })
    if (tries === 1) await countClaim(request)
    await assertHeld(holder)
    const payout = await storePayout({
      ...call,
      ...signed,
      signals: signalNames.filter((name) => signals[name]),
      treasury: toAddress(treasury.account.address),
    })
    try {
      await broadcast(treasury.client, payout)
      return payout
    } catch (error) {
      await voidPayout(payout, reasonOf(error))
      if (tries === MAX_TRIES || !isNonceTaken(error)) throw chainUnavailable(error)
    }
  }
}

/** Counts a claim that is about to be paid, in the window first that is full most often. */
async function countClaim({ wallet, ip, headers }: ClaimRequest) {
  const windows: [RateLimitPolicy, string][] = [
    ["claim", ip],
    ["claim-wallet", wallet],
    ["claim-day", ip],
  ]
  for (const [policy, id] of windows) {
    const result = await countRequest(policy, id)
    if (result.isAllowed && policy !== "claim") continue
    replaceRateLimitHeaders(headers, result)
    if (!result.isAllowed) throw rateLimitedError(result)
  }
}

/**
 * The referrer that a claim sets, or the zero address: a wallet with a referrer keeps it. Throws for a referrer that
 * the rules refuse, also in combination with referrers of claims that are not mined yet.
 */
async function resolveReferrer(wallet: string, referrer: string | undefined): Promise<string> {
  if (!referrer || referrer === zeroAddress) return zeroAddress
  const open = (await findOpenPayouts()).filter((payout) => payout.referrer !== zeroAddress)
  const named = open.flatMap((payout) => [payout.wallet, payout.referrer])
  const referrers = new Map(open.map((payout) => [payout.wallet, payout.referrer]))
  for (const edge of await readChains([...new Set([wallet, referrer, ...named])])) {
    referrers.set(edge.wallet, edge.referrer)
  }
  switch (judgeReferrer(wallet, referrer, (each) => referrers.get(each))) {
    case "own_wallet":
      throw invalidReferrer("is the claiming wallet itself")
    case "cycle":
      throw invalidReferrer("was referred, directly or not, by the claiming wallet")
    case "accepted":
      return referrer
    default:
      return zeroAddress
  }
}
