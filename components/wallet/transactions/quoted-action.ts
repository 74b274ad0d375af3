import { hashKey, type QueryClient } from "@tanstack/react-query"
import { refusal } from "@/components/browser/failure"
import { type ApiAnswer, type ApiInput, callApi } from "@/lib/api/client"
import type { PreparedCall } from "@/lib/chain/call"

type Endpoint = "POST /api/internal/quote"

/** An action with its fields, as `POST /api/v1/quote` takes it. */
export type ActionRequest = Exclude<ApiInput<Endpoint>["body"], FormData>

export type ActionQuote = ApiAnswer<Endpoint>

export type ActionBlocker = ActionQuote["blockers"][number]

/** A transaction, and its action for the quote. */
export type TransactionRequest = PreparedCall & {
  /** Null where the API has no such action: the tools of creators, voters and agents. */
  action: ActionRequest | null
}

/** Longest wait for a quote; then the node decides alone. */
const PATIENCE_MS = 4_000

export const requestQuote = (action: ActionRequest, signal: AbortSignal) =>
  callApi("POST /api/internal/quote", { body: action }, { signal })

/** How long a quote holds that a page has shown. */
export const QUOTE_MS = 20_000

/** Where a page keeps the quotes of an action that it shows; those of one request begin with the same key. */
export const quoteKey = (action: ActionRequest | null) => ["quote", hashKey([action])] as const

export type ShownQuotes = Pick<QueryClient, "getQueriesData" | "getQueryState">

/**
 * Throws why an action is not possible for a wallet, before the wallet is asked for anything. What a page has shown to be
 * possible is not asked again. A service that does not answer is no reason: the node makes each call before it is sent.
 */
export async function refuseImpossible(
  action: ActionRequest | null,
  wallet: string,
  quotes?: ShownQuotes,
) {
  if (!action) return
  const own = { ...action, wallet }
  if (quotes && isShownPossible(quotes, own)) return
  const quote = await requestQuote(own, AbortSignal.timeout(PATIENCE_MS)).catch(() => null)
  const [blocker] = quote?.blockers ?? []
  if (blocker) throw refusal(blocker)
}

/** Whether quotes of an action still hold and none of them blocks it. */
function isShownPossible(quotes: ShownQuotes, action: ActionRequest): boolean {
  const oldest = Date.now() - QUOTE_MS
  const current = quotes
    .getQueriesData<ActionQuote>({ queryKey: quoteKey(action) })
    .flatMap(([key, quote]) =>
      quote && (quotes.getQueryState(key)?.dataUpdatedAt ?? 0) > oldest ? [quote] : [],
    )
  return current.length > 0 && current.every(({ blockers }) => blockers.length === 0)
}
