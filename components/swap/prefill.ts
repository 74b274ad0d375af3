/** Input from another page for the ticket of a token: the USDB to pay. */
type SwapPrefill = { token: string; text: string }

let prefill: SwapPrefill | null = null

export function prefillSwap(next: SwapPrefill) {
  prefill = next
}

/** The prefill of a token, once; null when there is none. */
export function takeSwapPrefill(token: string): SwapPrefill | null {
  const taken = prefill?.token === token ? prefill : null
  prefill = null
  return taken
}
