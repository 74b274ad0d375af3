import { z } from "zod"
import { amountInput, defineAction } from "@/lib/actions/action"
import { NATIVE } from "@/lib/actions/assets"
import { formatDuration } from "@/lib/format"
import { singleLineText } from "@/lib/http/wire"
import { creationCount, readCreationFee } from "@/lib/tokens/creation-fee"
import { launchCall } from "@/lib/tokens/launch-call"
import { MAX_DAYS } from "@/lib/vesting/math"

export const launchToken = defineAction({
  name: "token.launch",
  summary: "Create a token",
  fields: {
    symbol: singleLineText({ min: 1, max: 32 }),
    name: singleLineText({ min: 1, max: 128 }),
    hybridMultiplier: z.int().min(1).max(100).describe("1 to 90, or 100"),
    frozen: z.boolean().default(false).describe("only whitelisted wallets buy until it is opened"),
    usdcForBonding: amountInput
      .default(0n)
      .describe("USDB of purchases in the reward phase; whole, or with 18 decimals"),
    startLP: amountInput.describe("100 to 10,000 USD; whole, or with 18 decimals"),
    autoVest: z.boolean().default(false).describe("purchases go into vesting schedules"),
    autoVestDuration: z
      .int()
      .min(0)
      .max(85_536_000)
      .default(0)
      .describe("1 to 990 are days; from 3,600 seconds"),
    gradualAutovest: z.boolean().default(false),
  },
  plan: async (input, { client, contracts }) => {
    const fee = await readCreationFee(client, contracts, { isVested: input.autoVest })
    const { symbol, name, hybridMultiplier, frozen, usdcForBonding, startLP } = input
    return {
      title: `Launch ${symbol}`,
      prepare: () =>
        launchCall(contracts, {
          ...{ symbol, name, fee },
          multiplier: BigInt(hybridMultiplier),
          isFrozen: frozen,
          rewardTarget: usdcForBonding,
          startLiquidity: startLP,
          autoVest: input.autoVest
            ? { seconds: BigInt(input.autoVestDuration), isGradual: input.gradualAutovest }
            : null,
        }),
      assets: [],
      changes: [creationCount(contracts)],
      bound: null,
      fees: [{ kind: "creation", asset: NATIVE, amount: fee }],
      effect: () =>
        `${name} (${symbol}) is created and can be traded at once, at 1 USD.${describeAutoVest(input)}`,
    }
  },
})

/** The contract takes few units for days. */
function describeAutoVest(input: {
  autoVest: boolean
  autoVestDuration: number
  gradualAutovest: boolean
}): string {
  if (!input.autoVest) return ""
  const { autoVestDuration: duration } = input
  const time = formatDuration(duration <= Number(MAX_DAYS) ? duration * 86_400 : duration)
  return ` What is bought of it vests ${input.gradualAutovest ? `over ${time}` : `at once, ${time} later`}.`
}
