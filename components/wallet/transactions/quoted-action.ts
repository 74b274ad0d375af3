import { refusal } from "@/components/browser/failure"
import { type ApiAnswer, type ApiInput, callApi } from "@/lib/api/client"
import type { PreparedCall } from "@/lib/chain/call"

type Endpoint = "POST /api/internal/quote"

/** An action with its fields, as `POST /api/v1/quote` takes it. */
export type ActionRequest = Exclude<ApiInput<Endpoint>["body"], FormData>

export type ActionQuote = ApiAnswer<Endpoint>

export type ActionBlocker = ActionQuote["blockers"][number]

/** A transaction, and what it does for the quote. */
export type TransactionRequest = PreparedCall & {
  /** Null where the API has no such action: the tools of creators, voters and agents. */
  action: ActionRequest | null
}

/** How long a wallet waits for a quote before the node alone decides. */
const PATIENCE_MS = 4_000

export const requestQuote = (action: ActionRequest, signal: AbortSignal) =>
  callApi("POST /api/internal/quote", { body: action }, { signal })

/**
 * Throws why an action is not possible for a wallet, before the wallet is asked for anything. A service that does not
 * answer is no reason: the node simulates each call before it is sent.
 */
export async function refuseImpossible(action: ActionRequest | null, wallet: string) {
  if (!action) return
  const signal = AbortSignal.timeout(PATIENCE_MS)
  const quote = await requestQuote({ ...action, wallet }, signal).catch(() => null)
  const [blocker] = quote?.blockers ?? []
  if (blocker) throw refusal(blocker)
}
