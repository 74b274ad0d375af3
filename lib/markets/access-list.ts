/** A wallet was admitted to a private market, or dismissed. */
export type AccessChange = {
  role: "voter" | "buyer"
  wallet: string
  hasAccess: boolean
  block: bigint
}

export type AccessList = {
  voters: readonly string[]
  buyers: readonly string[]
  /** Whether every block up to the newest has been read. */
  isComplete: boolean
}

/** Who is admitted after all that, in chain order; the first admitted first. */
export function buildAccessList(
  admissions: readonly AccessChange[],
  isComplete: boolean,
): AccessList {
  const lists = { voter: new Set<string>(), buyer: new Set<string>() }
  for (const { role, wallet, hasAccess } of admissions) {
    if (hasAccess) lists[role].add(wallet)
    else lists[role].delete(wallet)
  }
  return { voters: [...lists.voter], buyers: [...lists.buyer], isComplete }
}
