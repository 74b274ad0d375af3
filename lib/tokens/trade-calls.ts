import type { Address } from "viem"
import type { PlatformContracts } from "@/lib/chain/browser"
import { encodeCall, type PreparedCall } from "@/lib/chain/call"
import { swapAbi } from "@/lib/chain/generated/Swap"

export type TradeSide = "buy" | "sell"

/** USDB → TIDE (→ token), or the reverse. */
export function swapPath(side: TradeSide, token: Address, { usdb, mainToken }: PathContracts) {
  const path = token === mainToken ? [usdb, mainToken] : [usdb, mainToken, token]
  return side === "buy" ? path : path.reverse()
}

type PathContracts = Pick<PlatformContracts, "usdb" | "mainToken">
type RouterContracts = PathContracts & Pick<PlatformContracts, "swap">

type TradeTerms = { token: Address; amount: bigint; minimumOut: bigint }

/** Buys a token, TIDE included, for an amount of USDB. */
export function buyCall(
  contracts: RouterContracts,
  { token, amount, minimumOut }: TradeTerms,
): PreparedCall {
  const { swap, usdb } = contracts
  return {
    call: encodeCall(swap, {
      abi: swapAbi,
      functionName: "buyTokens",
      args: [amount, minimumOut, swapPath("buy", token, contracts), false],
    }),
    approval: { token: usdb, spender: swap, amount },
  }
}

/** Sells an amount of a token for USDB, or for TIDE. */
export function sellCall(
  contracts: RouterContracts,
  { token, amount, minimumOut, receive = "usdb" }: TradeTerms & { receive?: "usdb" | "tide" },
): PreparedCall {
  const { swap, mainToken } = contracts
  const path = receive === "usdb" ? swapPath("sell", token, contracts) : [token, mainToken]
  return {
    call: encodeCall(swap, {
      abi: swapAbi,
      functionName: "sellTokens",
      args: [amount, minimumOut, path, false],
    }),
    approval: { token, spender: swap, amount },
  }
}

/** Buys TIDE for USDB and wraps it in the same transaction. */
export function buyWrappedCall(
  { swap, usdb, mainToken }: RouterContracts,
  { amount, minimumOut }: Omit<TradeTerms, "token">,
): PreparedCall {
  return {
    call: encodeCall(swap, {
      abi: swapAbi,
      functionName: "buyTokens",
      args: [amount, minimumOut, [usdb, mainToken], true],
    }),
    approval: { token: usdb, spender: swap, amount },
  }
}

export type LeverageTerms = TradeTerms & {
  days: bigint
  /** The leveraged part of the amount, 1 to 100. */
  percentage: bigint
  /** Least tokens that the rest buys. */
  minimumTokens: bigint
}

/** Opens a leverage position with all or a part of the amount; `minimumOut` is the least collateral. */
export function leverageCall(
  contracts: RouterContracts,
  { token, amount, minimumOut, minimumTokens, days, percentage }: LeverageTerms,
): PreparedCall {
  const { swap, usdb } = contracts
  const path = swapPath("buy", token, contracts)
  return {
    call:
      percentage === 100n
        ? encodeCall(swap, {
            abi: swapAbi,
            functionName: "leverageBuy",
            args: [amount, minimumOut, path, days],
          })
        : encodeCall(swap, {
            abi: swapAbi,
            functionName: "mixedBuy",
            args: [amount, minimumOut, minimumTokens, path, days, percentage],
          }),
    approval: { token: usdb, spender: swap, amount },
  }
}

/** Sells a part of a leverage position, in percent; `minimumOut` is the least USDB. */
export const closeLeverageCall = (
  { swap }: Pick<PlatformContracts, "swap">,
  { loanId, percentage, minimumOut }: { loanId: bigint; percentage: bigint; minimumOut: bigint },
): PreparedCall => ({
  call: encodeCall(swap, {
    abi: swapAbi,
    functionName: "partialLoanSell",
    args: [loanId, percentage, true, minimumOut],
  }),
})
