import { decodeFunctionData } from "viem"
import { describe, expect, test } from "vitest"
import { previewBorrow } from "@/components/vault/borrow-action"
import { stakingVaultAbi } from "@/lib/chain/generated/StakingVault"
import { quoteLoan } from "@/lib/loans/math"
import { WAD } from "@/lib/units"
import { vaultCalls } from "@/lib/vault/calls"
import { contextOf, contracts, loan, vaultState, withHolder } from "./state"

const context = contextOf(vaultState)
const decode = (data: `0x${string}` | undefined) =>
  decodeFunctionData({ abi: stakingVaultAbi, data: data ?? "0x" })

describe("borrowing against locked shares", () => {
  test("is quoted at the price after the vault has invested what waits", () => {
    const { tide } = vaultState.route
    const invested = { ...vaultState.route, tide: { ...tide, reserve1: tide.reserve1 * 2n } }
    const state = { ...vaultState, invested }
    const { terms, title, request, blocker } = previewBorrow("44", 30, contextOf(state))
    const { payout, loan: taken } = quoteLoan(invested, 44n * WAD, { days: 30n, now: state.now })
    expect(blocker).toBeNull()
    expect(terms).toMatchObject({ payout, debt: taken.debt, expiresAt: taken.liquidationTime })
    expect(title).toMatch(/^Borrow \d+\.\d+ USDB$/)
    expect(request?.approval).toBeUndefined()
    expect(request?.action).toEqual({
      ...{ action: "loan.take", source: "vault", amount: `${44n * WAD}`, days: 30 },
    })
    expect(decode(request?.call.data)).toEqual({ functionName: "borrow", args: [44n * WAD, 30n] })
  })

  test("pledges no more than the locked shares are worth, and a loan of 0.99 USDB at least", () => {
    expect(previewBorrow("44.01", 30, context).blocker?.sentence).toBe(
      "Your locked wTIDE is worth 44 TIDE.",
    )
    const none = contextOf(withHolder({ locked: 0n, available: 0n }))
    expect(previewBorrow("1", 30, none).blocker?.sentence).toMatch(/^You have no locked wTIDE/)
    expect(previewBorrow("0.01", 30, context).blocker).toMatchObject({ kind: "input" })
  })

  test("is refused beside a loan", () => {
    const blocker = previewBorrow("1", 30, contextOf(withHolder({ loan }))).blocker
    expect(blocker?.sentence).toBe("One loan per wallet.")
  })
})

describe("a loan's transactions", () => {
  const calls = vaultCalls(contracts)

  test("repaying approves exactly the debt to the vault", () => {
    const { call, approval } = calls.repay(loan)
    expect(call.to).toBe(contracts.vault)
    expect(decode(call.data).functionName).toBe("repay")
    expect(approval).toEqual({
      ...{ token: contracts.usdb, spender: contracts.vault, amount: loan.debt },
    })
  })

  test("an extension approves its fee only when it is paid", () => {
    const extension = { addDays: 20n, payInUsdb: true, refinance: false, fee: 5n }
    const paid = calls.extend?.(loan, extension)
    expect(decode(paid?.call.data).args).toEqual([20n, true, false])
    expect(paid?.approval?.amount).toBe(5n)
    expect(calls.extend?.(loan, { ...extension, payInUsdb: false }).approval).toBeUndefined()
  })

  test("adding pledges more of the locked shares; there is nothing to sell or to claim", () => {
    expect(decode(calls.increase?.(loan, 7n).call.data)).toEqual({
      ...{ functionName: "addToLoan", args: [7n] },
    })
    expect([calls.sell, calls.claim]).toEqual([undefined, undefined])
  })
})
