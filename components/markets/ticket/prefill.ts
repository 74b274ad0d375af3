import { createStore } from "zustand/vanilla"

/** What another part of the page asks the ticket for: an outcome, and USDB to spend on it. */
export type Prefill = { market: string; outcome: number; usdc: bigint | null }

const store = createStore<{ wish: Prefill | null }>()(() => ({ wish: null }))

/** Puts an outcome, and perhaps an amount, into the ticket of a market. */
export const prefillTicket = (wish: Prefill) => store.setState({ wish })

/** Calls back with each wish for this market; one that was made before its ticket was there has waited. */
export function onPrefill(market: string, granted: (wish: Prefill) => void): () => void {
  const take = () => {
    const { wish } = store.getState()
    if (wish?.market !== market) return
    store.setState({ wish: null })
    granted(wish)
  }
  take()
  return store.subscribe(take)
}
