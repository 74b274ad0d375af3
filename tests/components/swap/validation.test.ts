import { describe, expect, test } from "vitest"
import { solveInput } from "@/components/swap/amount-input"
import type { PoolState } from "@/components/swap/pool-state"
import { findBlocker } from "@/components/swap/validation"
import { previewTrade } from "@/lib/tokens/preview"
import { WAD } from "@/lib/units"
import { openMarket } from "./pool-state"

type Case = { market?: PoolState; side?: "buy" | "sell"; isExpert?: boolean }

function blockerOf(
  text: string,
  { market = openMarket, side = "buy", isExpert = false }: Case = {},
) {
  const solved = solveInput(market.route, side, { field: "pay", text })
  const preview = solved.kind === "ready" ? previewTrade(market.route, side, solved.amountIn) : null
  const symbols = { paySymbol: "USDB", outSymbol: "CORAL" }
  return findBlocker({ state: market, side, amount: solved, preview, isExpert, ...symbols })
}

const rich: PoolState = {
  ...openMarket,
  wallet: {
    pay: {
      buy: { balance: 10_000n * WAD, allowance: 0n },
      sell: { balance: 10_000n * WAD, allowance: 0n },
    },
    nativeBalance: WAD,
  },
}

describe("findBlocker", () => {
  test.each([
    ["", "empty"],
    ["ten", "input"],
    ["0", "input"],
    ["0.000000000000000001", "input"],
    ["100.000000000000000001", "balance"],
  ])("for %j it is %s", (text, kind) => {
    expect(blockerOf(text)?.kind).toBe(kind)
  })

  test("lets the whole balance pass", () => {
    expect(blockerOf("100")).toBeNull()
  })

  test("keeps strangers from buying a frozen token, and lets them sell", () => {
    const market = { ...openMarket, freeze: { isWhitelisted: false, leftUsd: 0n } }
    expect(blockerOf("10", { market })?.kind).toBe("frozen")
    expect(blockerOf("10", { market, side: "sell" })).toBeNull()
  })

  test("holds the whitelisted to their limit, by the value that enters the pool", () => {
    const limit = previewTrade(openMarket.route, "buy", 10n * WAD).usdValue
    const at = (leftUsd: bigint) => ({
      market: { ...openMarket, freeze: { isWhitelisted: true, leftUsd } },
    })
    expect(blockerOf("10", at(limit))).toBeNull()
    expect(blockerOf("10", at(limit - 1n))?.kind).toBe("frozen")
  })

  test("tells an empty wallet from too small a balance, and both from a missing network fee", () => {
    const [none, coinless] = [
      { pay: { buy: { balance: 0n, allowance: 0n }, sell: { balance: 0n, allowance: 0n } } },
      { pay: openMarket.wallet?.pay ?? rich.wallet?.pay },
    ]
    const empty = blockerOf("1", {
      market: { ...openMarket, wallet: { ...none, nativeBalance: WAD } },
    })
    expect(empty).toMatchObject({ kind: "balance", sentence: "You have no USDB." })
    if (!coinless.pay) throw new Error("The market has a wallet")
    const market = { ...openMarket, wallet: { pay: coinless.pay, nativeBalance: 0n } }
    expect(blockerOf("1", { market })?.kind).toBe("gas")
  })

  test("refuses an extreme impact unless it was allowed", () => {
    expect(blockerOf("1000", { market: rich })?.kind).toBe("impact")
    expect(blockerOf("1000", { market: rich, isExpert: true })).toBeNull()
  })

  test("needs no wallet to judge an amount", () => {
    expect(blockerOf("50", { market: { ...openMarket, wallet: null } })).toBeNull()
  })
})
