/** What is known of a wallet that wants to claim; undefined while it is asked for. */
export type Claimant = {
  hasWallet: boolean
  isWrongChain: boolean
  /** Coins of the chain, for the fee. */
  feeWei: bigint | undefined
  /** Until the next claim; 0 when it is open. */
  waitSeconds: number | undefined
}

export type ClaimRequirement = {
  id: "wallet" | "chain" | "fee" | "wait"
  /** Unknown: not asked yet, or nothing to ask it of. */
  state: "met" | "unmet" | "unknown"
  text: string
}

/** What a claim needs, in the order in which it is brought about. */
export function listRequirements({
  hasWallet,
  isWrongChain,
  feeWei,
  waitSeconds,
}: Claimant): ClaimRequirement[] {
  const toState = (isMet: boolean | undefined): ClaimRequirement["state"] =>
    !hasWallet || isMet === undefined ? "unknown" : isMet ? "met" : "unmet"
  const fee = toState(feeWei === undefined ? undefined : feeWei > 0n)
  const wait = toState(waitSeconds === undefined ? undefined : waitSeconds === 0)
  return [
    {
      id: "wallet",
      state: hasWallet ? "met" : "unmet",
      text: hasWallet ? "A wallet is connected" : "Connect a wallet",
    },
    {
      id: "chain",
      state: toState(!isWrongChain),
      text: isWrongChain ? "The wallet is on another chain" : "The wallet is on this chain",
    },
    {
      id: "fee",
      state: fee,
      text:
        fee === "unmet"
          ? "The wallet has no coins of this chain to pay the fee with: send it some first"
          : "The wallet has coins to pay the fee with",
    },
    {
      id: "wait",
      state: wait,
      text:
        wait === "unmet"
          ? "The last claim is less than 24 hours ago"
          : "No claim in the last 24 hours",
    },
  ]
}

export const canClaim = (checks: readonly ClaimRequirement[]) =>
  checks.every(({ state }) => state === "met")
