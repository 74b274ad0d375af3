"use client"

import { useQuery } from "@tanstack/react-query"
import { type ApiAnswer, type ApiInput, callApi } from "@/lib/api/client"
import { useDebounced } from "./use-debounced"

type Endpoint = "POST /api/internal/quote"

/** An action with its fields, as `POST /api/v1/quote` takes it. */
export type ActionRequest = Exclude<ApiInput<Endpoint>["body"], FormData>

type ActionQuote = ApiAnswer<Endpoint>

export type ActionBlocker = ActionQuote["blockers"][number]

/** Tickets say it themselves, from the balance that they read. */
const SHORTAGE = "INSUFFICIENT_BALANCE"

/**
 * What the service says of an action, requested when the typing pauses. `figure` is what the ticket computed: when it
 * changes, so has the chain, and the service is asked again.
 */
export function useActionQuote(action: ActionRequest | null, figure: string) {
  const asked = JSON.stringify([action, figure])
  const isSettled = useDebounced(asked) === asked
  const { data } = useQuery({
    queryKey: ["quote", asked],
    queryFn: ({ signal }) =>
      callApi("POST /api/internal/quote", { body: action ?? raise() }, { signal }),
    enabled: isSettled && action !== null,
    staleTime: STALE_MS,
    gcTime: STALE_MS,
    retry: false,
    refetchInterval: ({ state }) => state.status === "error" && RETRY_MS,
  })
  const quote = isSettled ? data : undefined
  const refusal = quote?.blockers.find(({ code }) => code !== SHORTAGE)
  return {
    /** Undefined until the service has answered. */
    quote,
    isRefused: refusal !== undefined,
    /** Why the contracts refuse it to this wallet; somebody without one may have another that is admitted. */
    rejection: (action?.wallet && refusal) || null,
  }
}

const STALE_MS = 20_000
const RETRY_MS = 4_000

function raise(): never {
  throw new Error("Nothing to quote")
}

/** What the action gives of an asset, in base units; undefined where it is not possible. */
export function amountOut(quote: ActionQuote | undefined, asset: string): bigint | undefined {
  const amount = quote?.out.find((each) => each.asset === asset.toLowerCase())?.amount
  return amount === undefined ? undefined : BigInt(amount)
}
