import { type Hex, keccak256 } from "viem"
import { clientRemedies } from "../generated/client-remedies"
import { findSent, type OwnNode } from "../verification/own-node"
import { AtollError, MaybeSentError, NetworkError } from "./errors"
import { sleep } from "./http"
import type { SentTransaction } from "./types"

type Sending = {
  /** Asks the service once; throws MaybeSentError where its answer is lost. */
  send: (signed: readonly string[]) => Promise<SentTransaction[]>
  node: OwnNode | null
  wallet: string | null
  patienceMs: number
}

/** The service waits half a minute; this often it is asked about a transaction that is not mined. */
const MOST_SENDS = 4
const FIRST_PAUSE_MS = 500
const MOST_PAUSE_MS = 8_000

/**
 * Sends signed transactions and waits until they are indexed. After a lost answer they may have been sent: they are
 * given to the service again, which sends each once, and looked up on an own node by hash, else by nonce and sender.
 * Throws MaybeSentError if nothing is known when the time is over; signed transactions are never signed again.
 */
export async function sendUntilKnown(
  signed: readonly string[],
  { send, node, wallet, patienceMs }: Sending,
): Promise<SentTransaction[]> {
  const deadline = Date.now() + patienceMs
  let sent: SentTransaction[] | null = null
  let pause = FIRST_PAUSE_MS
  for (let answers = 0; ; ) {
    try {
      sent = await send(signed)
      if (!isPending(sent) || ++answers >= MOST_SENDS) return sent
    } catch (error) {
      if (!(error instanceof MaybeSentError)) throw error
      sent = (await lookUp(node, signed, wallet)) ?? sent
      if (sent && !isPending(sent)) return sent
      if (Date.now() + pause > deadline) {
        if (sent) return sent
        throw error
      }
      await sleep(pause)
      pause = Math.min(pause * 2, MOST_PAUSE_MS)
    }
  }
}

const isPending = (transactions: readonly SentTransaction[]) =>
  transactions.some(({ status }) => status === "pending")

async function lookUp(node: OwnNode | null, signed: readonly string[], wallet: string | null) {
  if (!node) return null
  return findSent(node, signed, wallet).catch((error: unknown) => {
    if (error instanceof NetworkError) return null
    throw error
  })
}

export const hashOf = (signed: string) => keccak256(signed as Hex)

/** Whether an error leaves open what the service has done. */
export const isLost = (error: unknown) =>
  error instanceof NetworkError ||
  (error instanceof AtollError && (error.status >= 500 || error.status === 408))

export const maybeSent = (signed: readonly string[], cause: unknown) => {
  const hashes = signed.map(hashOf)
  return new MaybeSentError(`Checking whether it was sent: ${hashes.join(", ")}`, {
    code: "MAYBE_SENT",
    status: cause instanceof AtollError ? cause.status : 0,
    retryAfter: cause instanceof AtollError ? cause.retryAfter : null,
    remedy: clientRemedies.MAYBE_SENT?.sdk ?? null,
    details: hashes.map((hash, place) => ({
      ...{ path: `signed.${place}`, message: hash, hash },
    })),
    cause,
    signed,
  })
}
