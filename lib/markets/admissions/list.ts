/** A wallet was admitted to a private market, or dismissed. */
export type Admission = {
  role: "voter" | "buyer"
  wallet: string
  isAdmitted: boolean
  block: bigint
}

export type Admitted = {
  voters: readonly string[]
  buyers: readonly string[]
  /** Whether every block up to the newest has been read. */
  isComplete: boolean
}

/** Who is admitted after all that, in chain order; the first admitted first. */
export function admittedOf(admissions: readonly Admission[], isComplete: boolean): Admitted {
  const lists = { voter: new Set<string>(), buyer: new Set<string>() }
  for (const { role, wallet, isAdmitted } of admissions) {
    if (isAdmitted) lists[role].add(wallet)
    else lists[role].delete(wallet)
  }
  return { voters: [...lists.voter], buyers: [...lists.buyer], isComplete }
}
