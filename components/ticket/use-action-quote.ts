"use client"

import { useQuery } from "@tanstack/react-query"
import { useEffect, useRef, useState } from "react"
import { keepLastError } from "@/components/chain/last-error"
import {
  type ActionBlocker,
  type ActionQuote,
  type ActionRequest,
  QUOTE_MS,
  quoteKey,
  requestQuote,
} from "@/components/wallet/transactions/quoted-action"
import { useWallet } from "@/components/wallet/use-wallet"

/** Pause of the typing before a quote is asked for. */
const TYPING_MS = 250

/** The value once it has not changed for a moment. */
function useDebounced<T>(value: T): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), TYPING_MS)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}

/** Tickets say it themselves, from the balance that they read. */
const SHORTAGE = "INSUFFICIENT_BALANCE"

/** The service's quote of an action. */
export type QuotedAction = {
  /** Undefined until the service has answered. */
  quote: ActionQuote | undefined
  isRefused: boolean
  /**
   * The reason that the contracts refuse it to this wallet; a visitor without a wallet may have one that is admitted.
   */
  rejection: ActionBlocker | null
  /** The last request failed; it is repeated by itself, or with `retry`. */
  error: Error | null
  retry: () => void
}

/**
 * The service's quote of an action, requested when the typing pauses. `figure` is the ticket's own result: when it
 * changes, the chain has changed, and the service is asked again.
 */
export function useActionQuote(action: ActionRequest | null, figure: string): QuotedAction {
  const question = JSON.stringify([action, figure])
  const isSettled = useDebounced(question) === question
  const query = useQuery({
    queryKey: [...quoteKey(action), figure],
    queryFn: ({ signal }) => requestQuote(action ?? raise(), signal),
    enabled: isSettled && action !== null,
    staleTime: QUOTE_MS,
    gcTime: QUOTE_MS,
    retry: false,
    refetchInterval: ({ state }) =>
      (state.status === "error" || findRefusal(state.data) !== undefined) && RETRY_MS,
  })
  const last = useRef<Error | null>(null)
  const error = isSettled && action ? keepLastError(query, last.current) : null
  last.current = error
  const quote = isSettled ? query.data : undefined
  const refusal = findRefusal(quote)
  return {
    quote,
    isRefused: refusal !== undefined,
    rejection: (action?.wallet && refusal) || null,
    error,
    retry: () => void query.refetch(),
  }
}

/** A quote for the connected wallet and its own loans, shares and schedules; nothing without a wallet. */
export function useOwnActionQuote(action: ActionRequest | null, figure = ""): QuotedAction {
  const { address } = useWallet()
  return useActionQuote(action && address ? { ...action, wallet: address } : null, figure)
}

const RETRY_MS = 4_000

const findRefusal = (quote: ActionQuote | undefined) =>
  quote?.blockers.find(({ code }) => code !== SHORTAGE)

function raise(): never {
  throw new Error("Nothing to quote")
}

/** The amount of an asset that the action gives, in base units; undefined where it is not possible. */
export function amountOut(quote: ActionQuote | undefined, asset: string): bigint | undefined {
  const amount = quote?.out.find((each) => each.asset === asset.toLowerCase())?.amount
  return amount === undefined ? undefined : BigInt(amount)
}
