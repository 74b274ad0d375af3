import { formatDuration } from "@/lib/format"

/** Undefined values are being loaded. */
type Claimant = {
  hasWallet: boolean
  isWrongChain: boolean
  /** Balance that pays the network fee. */
  feeWei: bigint | undefined
  /** Until the next claim; 0 if it is possible now. */
  waitSeconds: number | undefined
}

export type ClaimRequirement = {
  id: "wallet" | "chain" | "fee" | "wait"
  /** Unknown: still loading, or no wallet is connected. Later: by itself, after some time. */
  state: "met" | "unmet" | "unknown" | "later"
  text: string
}

/** In the order in which they can be met. */
export function listRequirements({
  hasWallet,
  isWrongChain,
  feeWei,
  waitSeconds,
}: Claimant): ClaimRequirement[] {
  const toState = (isMet: boolean | undefined): ClaimRequirement["state"] =>
    !hasWallet || isMet === undefined ? "unknown" : isMet ? "met" : "unmet"
  const fee = toState(feeWei === undefined ? undefined : feeWei > 0n)
  const wait = waitSeconds ? "later" : toState(waitSeconds === undefined ? undefined : true)
  return [
    {
      id: "wallet",
      state: hasWallet ? "met" : "unknown",
      text: hasWallet ? "Wallet connected" : "Connect a wallet",
    },
    {
      id: "chain",
      state: toState(!isWrongChain),
      text: isWrongChain ? "Wrong network" : "Correct network",
    },
    {
      id: "fee",
      state: fee,
      text:
        fee === "unmet"
          ? "No ETH for the network fee. Send some to this wallet."
          : "ETH for the network fee",
    },
    {
      id: "wait",
      state: wait,
      text: waitSeconds
        ? `Claimed, again in ${formatDuration(waitSeconds)}`
        : "No claim in the last 24 hours",
    },
  ]
}

export const canClaim = (requirements: readonly ClaimRequirement[]) =>
  requirements.every(({ state }) => state === "met")
