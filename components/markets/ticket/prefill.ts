import { createStore } from "zustand/vanilla"

/** Values that another part of the page puts into the ticket; `usdc` is the amount to pay. */
export type Prefill = { market: string; outcome: number; usdc: bigint | null }

const store = createStore<{ wish: Prefill | null }>()(() => ({ wish: null }))

/** Puts an outcome and an optional amount into the ticket of a market. */
export const prefillTicket = (wish: Prefill) => store.setState({ wish })

/** Subscribes to prefills of a market; one that was made before is delivered first. */
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
