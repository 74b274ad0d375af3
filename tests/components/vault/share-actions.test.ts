import { decodeFunctionData } from "viem"
import { describe, expect, test } from "vitest"
import {
  freeShares,
  previewLock,
  previewUnwrap,
  previewWrap,
} from "@/components/vault/share-actions"
import { stakingVaultAbi } from "@/lib/chain/generated/StakingVault"
import { swapAbi } from "@/lib/chain/generated/Swap"
import { quoteBuy, quoteSell } from "@/lib/tokens/pool-math"
import { WAD } from "@/lib/units"
import { contextOf, contracts, holder, loan, vaultState, withHolder } from "./state"

const context = contextOf(vaultState)
const withoutWallet = contextOf({ ...vaultState, holder: null })
const vaultData = (data: `0x${string}`) => decodeFunctionData({ abi: stakingVaultAbi, data })

describe("wrapping TIDE", () => {
  test("shows the shares before and after, and approves exactly what is wrapped", () => {
    const { blocker, lines, request, title, approves } = previewWrap("11", "TIDE", context)
    expect(blocker).toBeNull()
    expect(title).toBe("Wrap 11 TIDE")
    expect(approves).toBe("TIDE")
    expect(lines).toEqual([
      { label: "Your wTIDE", before: "100", after: "110 wTIDE" },
      { label: "Worth", before: "110", after: "121 TIDE" },
    ])
    expect(request?.approval).toEqual({
      ...{ token: contracts.mainToken, spender: contracts.vault, amount: 11n * WAD },
    })
    expect(request?.call.to).toBe(contracts.vault)
    const payWith = "tide"
    expect(request?.action).toEqual({ action: "vault.wrap", amount: `${11n * WAD}`, payWith })
    expect(vaultData(request?.call.data ?? "0x")).toEqual({
      ...{ functionName: "buy", args: [11n * WAD] },
    })
  })

  test.each([
    ["", "empty", "Enter an amount"],
    ["x", "input", "Enter a number with at most 18 decimal places."],
    ["0", "input", "Enter an amount above zero."],
    ["0.999999999999999999", "input", "At least 1 TIDE can be wrapped."],
    ["50.000000000000000001", "balance", "Insufficient TIDE balance."],
  ])("refuses %j", (text, kind, sentence) => {
    expect(previewWrap(text, "TIDE", context).blocker).toMatchObject({ kind, sentence })
  })

  test("needs coins for the fee, and approves nothing twice", () => {
    const { tide, usdb } = holder.balances
    const poor = contextOf(withHolder({ balances: { tide, usdb, native: 0n } }))
    expect(previewWrap("10", "TIDE", poor).blocker?.kind).toBe("gas")
    const allowances = { ...holder.allowances, tide: 10n * WAD }
    const approved = contextOf(withHolder({ allowances }))
    expect(previewWrap("10", "TIDE", approved).approves).toBeNull()
    expect(previewWrap("11", "TIDE", approved).approves).toBe("TIDE")
  })

  test("is previewed without a wallet", () => {
    const { blocker, lines, approves } = previewWrap("11", "TIDE", withoutWallet)
    expect(blocker).toBeNull()
    expect(approves).toBeNull()
    expect(lines[0]).toEqual({ label: "Your wTIDE", before: null, after: "10 wTIDE" })
  })
})

test("wrapping USDB buys TIDE through the router with the least output by the slippage", () => {
  const { request, trade, lines } = previewWrap("100", "USDB", context)
  const { amountOut } = quoteBuy(vaultState.route, 100n * WAD)
  const minimum = (amountOut * 99n + 99n) / 100n
  expect(trade).toMatchObject({
    amountIn: 100n * WAD,
    amountOut,
    minimumOut: minimum,
    unit: "TIDE",
  })
  expect(request?.call.to).toBe(contracts.swap)
  expect(decodeFunctionData({ abi: swapAbi, data: request?.call.data ?? "0x" })).toEqual({
    functionName: "buyTokens",
    args: [100n * WAD, minimum, [contracts.usdb, contracts.mainToken], true],
  })
  expect(request?.approval?.spender).toBe(contracts.swap)
  expect(request?.action).toMatchObject({ action: "vault.wrap", payWith: "usdb" })
  expect(lines[0]?.label).toBe("TIDE bought")
  expect(previewWrap("1", "USDB", context).blocker?.sentence).toMatch(/^At least 1 TIDE/)
})

describe("unwrapping", () => {
  test("gives TIDE at the share price, of shares that are not locked", () => {
    const { blocker, request, lines } = previewUnwrap("10", "TIDE", context)
    expect(blocker).toBeNull()
    expect(request?.approval).toBeUndefined()
    expect(request?.action).toMatchObject({ action: "vault.unwrap", receive: "tide" })
    expect(lines).toEqual([
      { label: "You receive", before: null, after: "11 TIDE" },
      { label: "Your wTIDE", before: "100", after: "90 wTIDE" },
      { label: "Your TIDE", before: "50", after: "61 TIDE" },
    ])
    expect(vaultData(request?.call.data ?? "0x").args).toEqual([10n * WAD, false, 0n])
    const refused = previewUnwrap("60.1", "TIDE", context).blocker
    expect(refused?.sentence).toBe("Insufficient liquid wTIDE balance.")
    expect(refused?.remedy).toMatch(/^40 wTIDE are locked/)
  })

  test("gives USDB at the price after the vault has invested what waits", () => {
    const { tide } = vaultState.route
    const invested = { ...vaultState.route, tide: { ...tide, reserve1: tide.reserve1 * 2n } }
    const { request, trade } = previewUnwrap("10", "USDB", contextOf({ ...vaultState, invested }))
    const { amountOut } = quoteSell(invested, 11n * WAD)
    expect(trade?.amountOut).toBe(amountOut)
    expect(vaultData(request?.call.data ?? "0x").args).toEqual([
      ...[10n * WAD, true, (amountOut * 99n + 99n) / 100n],
    ])
  })

  test("refuses to leave shares worth less than 1 TIDE in circulation", () => {
    const shares = 3n * WAD
    const state = withHolder({ shares, locked: 0n })
    const only = contextOf({ ...state, totals: { assets: shares, shares } })
    expect(previewUnwrap("2", "TIDE", only).blocker).toBeNull()
    expect(previewUnwrap("2.5", "USDB", only).blocker).toEqual({
      kind: "state",
      sentence: "The wTIDE left in circulation would be worth less than 1 TIDE.",
      remedy: "Unwrap at most 2 wTIDE, or all there is in circulation.",
    })
    expect(previewUnwrap("3", "TIDE", only).blocker).toBeNull()
  })

  test("refuses shares that are worth nothing", () => {
    expect(previewUnwrap("0.000000000000000001", "USDB", context).blocker?.kind).toBe("input")
  })
})

describe("locks", () => {
  test("locking makes TIDE available to borrow against", () => {
    const { lines, blocker } = previewLock("60", "lock", context)
    expect(blocker).toBeNull()
    expect(lines).toEqual([
      { label: "Locked", before: "40", after: "100 wTIDE" },
      { label: "Liquid", before: "60", after: "0 wTIDE" },
      { label: "Available to borrow against", before: "44", after: "110 TIDE" },
    ])
    expect(previewLock("60.1", "lock", context).blocker?.kind).toBe("balance")
  })

  test("shares behind a pledge cannot be unlocked", () => {
    const state = withHolder({ pledged: 11n * WAD, available: 33n * WAD, loan })
    expect(freeShares(state.holder ?? holder, state)).toBe(30n * WAD)
    expect(previewLock("30", "unlock", contextOf(state)).blocker).toBeNull()
    const refused = previewLock("30.1", "unlock", contextOf(state)).blocker
    expect(refused?.remedy).toMatch(/stand behind your loan/)
  })

  test("nothing is unlocked before a liquidation is settled", () => {
    const state = withHolder({ loan: { ...loan, isLiquidated: true } })
    expect(previewLock("1", "unlock", contextOf(state)).blocker?.kind).toBe("state")
  })
})
