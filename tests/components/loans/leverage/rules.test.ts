import { zeroAddress } from "viem"
import { describe, expect, test } from "vitest"
import { previewLeverage } from "@/components/loans/leverage/preview"
import { findLeverageBlocker, findRefusal } from "@/components/loans/leverage/rules"
import type { PoolState } from "@/components/swap/pool-state"
import { parseAmount } from "@/lib/format"
import { WAD } from "@/lib/units"
import { openMarket } from "@/tests/components/swap/pool-state"

const deployed = { leverage: "0x68b1d87f95878fe05b998f19b66f4baba5de1aed" } as const

describe("findRefusal", () => {
  test("offers leverage where the contract allows it", () => {
    expect(findRefusal(openMarket, deployed)).toBeNull()
    const freeze = { isWhitelisted: true, leftUsd: 0n }
    expect(findRefusal({ ...openMarket, freeze }, deployed)).toBeNull()
  })

  test.each<[string, Partial<PoolState>, RegExp]>([
    ["in the reward phase", { rules: { hasBonded: false, autoVest: false } }, /reward phase/],
    ["where purchases are vested", { rules: { hasBonded: true, autoVest: true } }, /vested/],
    [
      "off the whitelist",
      { freeze: { isWhitelisted: false, leftUsd: 0n } },
      /not on its whitelist/,
    ],
    [
      "of a frozen token without a wallet",
      { freeze: { isWhitelisted: false, leftUsd: 0n }, wallet: null },
      /only whitelisted/,
    ],
  ])("explains why there is none %s", (_, changed, sentence) => {
    const refusal = findRefusal({ ...openMarket, ...changed }, deployed)
    expect(refusal?.sentence).toMatch(sentence)
    expect(refusal?.remedy).not.toBe("")
  })

  test("knows chains without lending", () => {
    expect(findRefusal(openMarket, { leverage: zeroAddress })?.label).toBe("Not on this chain")
  })
})

function blockerOf(text: string, state: PoolState = openMarket, isExpert = false) {
  const amount = parseAmount(text)
  const preview = amount ? previewLeverage(state.route, amount, 30n) : null
  return findLeverageBlocker({ state, text, amount, preview, isExpert })
}

const rich = {
  ...openMarket,
  wallet: {
    pay: {
      buy: { balance: 10_000n * WAD, allowance: 0n },
      sell: { balance: 0n, allowance: 0n },
    },
    nativeBalance: WAD,
  },
}

describe("findLeverageBlocker", () => {
  test.each([
    ["", "empty"],
    ["ten", "input"],
    ["0", "input"],
    ["0.000000000000000001", "input"],
    ["0.01", "input"],
    ["100.000000000000000001", "balance"],
  ])("for %j it is %s", (text, kind) => {
    expect(blockerOf(text, openMarket, true)?.kind).toBe(kind)
  })

  test("lets a purchase pass, without a wallet too", () => {
    expect(blockerOf("2")).toBeNull()
    expect(blockerOf("2", { ...openMarket, wallet: null })).toBeNull()
  })

  test("holds the whitelisted to their limit by the value of all rounds", () => {
    const value = previewLeverage(openMarket.route, 2n * WAD, 30n)?.usdValue ?? 0n
    const at = (leftUsd: bigint) =>
      blockerOf("2", { ...openMarket, freeze: { isWhitelisted: true, leftUsd } })
    expect(at(value)).toBeNull()
    expect(at(value - 1n)?.kind).toBe("frozen")
  })

  test("refuses an extreme impact unless it was allowed", () => {
    expect(blockerOf("500", rich)?.kind).toBe("impact")
    expect(blockerOf("500", rich, true)).toBeNull()
  })

  test("names a missing network fee", () => {
    const wallet = { ...rich.wallet, nativeBalance: 0n }
    expect(blockerOf("2", { ...rich, wallet })?.kind).toBe("gas")
  })
})
