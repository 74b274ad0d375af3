import { createStore } from "zustand/vanilla"

/** Values that another part of the page puts into the ticket; `usdc` is the amount to pay. */
export type Prefill = { market: string; outcome: number; usdc: bigint | null }

const store = createStore<{ prefill: Prefill | null }>()(() => ({ prefill: null }))

/** Puts an outcome and an optional amount into the ticket of a market. */
export const prefillTicket = (prefill: Prefill) => store.setState({ prefill })

/** Subscribes to prefills of a market; an earlier prefill is delivered first. */
export function onPrefill(market: string, onChange: (prefill: Prefill) => void): () => void {
  const take = () => {
    const { prefill } = store.getState()
    if (prefill?.market !== market) return
    store.setState({ prefill: null })
    onChange(prefill)
  }
  take()
  return store.subscribe(take)
}
