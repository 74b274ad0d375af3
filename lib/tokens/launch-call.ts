import type { PlatformContracts } from "@/lib/chain/browser"
import { encodeCall, type PreparedCall } from "@/lib/chain/call"
import { tokenFactoryAbi } from "@/lib/chain/generated/TokenFactory"

export type LaunchTerms = {
  symbol: string
  name: string
  multiplier: bigint
  isFrozen: boolean
  /** USDB of purchases in the reward phase, and starting liquidity in USD: whole, or with 18 decimals. */
  rewardTarget: bigint
  startLiquidity: bigint
  /** Null without automatic vesting of purchases. */
  autoVest: { seconds: bigint; isGradual: boolean } | null
  /** The creation fee in the native coin. */
  fee: bigint
}

/** Creates a token. */
export const launchCall = (
  { factory }: Pick<PlatformContracts, "factory">,
  { symbol, name, multiplier, isFrozen, rewardTarget, startLiquidity, autoVest, fee }: LaunchTerms,
): PreparedCall => ({
  call: {
    ...encodeCall(factory, {
      abi: tokenFactoryAbi,
      functionName: "createToken",
      args: [
        symbol,
        name,
        multiplier,
        isFrozen,
        rewardTarget,
        startLiquidity,
        autoVest !== null,
        autoVest?.seconds ?? 0n,
        autoVest?.isGradual ?? false,
      ],
    }),
    value: fee,
  },
})
