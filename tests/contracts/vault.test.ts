import { createPublicClient, maxUint256, zeroAddress } from "viem"
import { foundry } from "viem/chains"
import { afterAll, beforeAll, expect, test } from "vitest"
import type { Action, ActionContext } from "@/components/vault/action"
import { previewBorrow } from "@/components/vault/borrow-action"
import {
  freeShares,
  liquidShares,
  previewLock,
  previewUnwrap,
  previewWrap,
} from "@/components/vault/share-actions"
import { readVault, type VaultHolder, type VaultState } from "@/components/vault/vault-state"
import { toAddress } from "@/lib/chain/browser"
import { stakingVaultAbi } from "@/lib/chain/generated/StakingVault"
import { usdbAbi } from "@/lib/chain/generated/USDB"
import { formatExactAmount } from "@/lib/format"
import { WAD } from "@/lib/units"
import { vaultCalls } from "@/lib/vault/calls"
import { sellableShares, toAssets, toShares } from "@/lib/vault/math"
import { alice, bob, startChain, type TestChain } from "@/tests/helpers/chain"
import { LONG_TEST_MS, runs } from "@/tests/helpers/deep"
import { nodeTransport } from "@/tests/helpers/node-transport"
import { anyAmount, randomNumbers } from "./cases"

const STEPS = runs(30, 600)
const DAY = 86_400n

type Random = (below: bigint) => bigint

let chain: TestChain
let contracts: ActionContext["contracts"]
const done: Record<string, number> = {}

beforeAll(async () => {
  chain = await startChain()
  // Yield is released every second, so state and transaction must have the same timestamp.
  await chain.call("anvil_setBlockTimestampInterval", 0)
  const { staking, ...book } = chain.book
  contracts = {
    ...{ usdb: toAddress(book.usdb), mainToken: toAddress(book.mainToken) },
    ...{ factory: toAddress(book.factory), swap: toAddress(book.swap) },
    ...{ taxes: toAddress(book.taxes), marketTrading: toAddress(book.marketTrading) },
    ...{ privateMarket: toAddress(book.privateMarket), resolver: toAddress(book.resolver) },
    ...{ reader: toAddress(book.reader), loanHub: toAddress(book.loanHub) },
    ...{ leverage: toAddress(book.leverage), vesting: toAddress(book.vesting) },
    ...{
      vault: toAddress(staking),
      identityRegistry: zeroAddress,
      reputationRegistry: zeroAddress,
    },
  }
  for (const token of [contracts.usdb, contracts.mainToken]) {
    await chain.write(alice, token, usdbAbi, "approve", [contracts.vault, maxUint256])
  }
  await chain.buyMain(alice, "5000")
})

afterAll(() => chain?.stop())

const client = () =>
  createPublicClient({ chain: foundry, transport: nodeTransport(chain.url), cacheTime: 0 })

/** The state that the page reads. */
async function readState(): Promise<VaultState & { holder: VaultHolder }> {
  const state = await readVault(client(), contracts, alice)
  if (!state.holder) throw new Error("The wallet was not read")
  return { ...state, holder: state.holder }
}

async function send(action: Pick<Action, "request">) {
  if (!action.request) throw new Error("There is nothing to send")
  const { to, data } = action.request.call
  const receipt = await chain.send(alice, to, data, 20_000_000)
  expect(receipt.status).toBe("0x1")
}

const contextOf = (state: VaultState): ActionContext => ({ state, contracts, slippage: 0n })

async function wrap(random: Random) {
  const state = await readState()
  const isUsdb = random(2n) === 0n
  const amount = 10n * WAD + anyAmount(random, 200n * WAD)
  const action = previewWrap(formatExactAmount(amount), isUsdb ? "USDB" : "TIDE", contextOf(state))
  if (!isUsdb && amount > state.holder.balances.tide) return
  expect(action.blocker).toBeNull()
  await send(action)
  const after = await readState()
  const tide = action.trade?.amountOut ?? amount
  expect(after.holder.shares).toBe(state.holder.shares + toShares(tide, state.totals))
  if (isUsdb) expect(after.holder.balances.usdb).toBe(state.holder.balances.usdb - amount)
  else expect(after.holder.balances.tide).toBe(state.holder.balances.tide - amount)
  return isUsdb ? "wrap USDB" : "wrap TIDE"
}

async function unwrap(random: Random) {
  const state = await readState()
  const isUsdb = random(2n) === 0n
  const liquid = liquidShares(state.holder)
  if (liquid === 0n) return
  const amount = 1n + random(liquid)
  const context = contextOf(state)
  const action = previewUnwrap(formatExactAmount(amount), isUsdb ? "USDB" : "TIDE", context)
  if (action.blocker) return
  // With a slippage of 0 the contract accepts the quoted amount and nothing less.
  await send(action)
  const { holder } = await readState()
  expect(holder.shares).toBe(state.holder.shares - amount)
  const [now, before] = isUsdb
    ? [holder.balances.usdb, state.holder.balances.usdb]
    : [holder.balances.tide, state.holder.balances.tide]
  expect(now - before).toBe(action.trade?.amountOut ?? toAssets(amount, state.totals))
  return isUsdb ? "unwrap USDB" : "unwrap TIDE"
}

async function changeLock(random: Random) {
  const state = await readState()
  const direction = random(3n) === 0n ? "unlock" : "lock"
  const most = direction === "lock" ? liquidShares(state.holder) : freeShares(state.holder, state)
  if (most === 0n) return
  // Now and then one unit too much.
  const amount = random(4n) === 0n ? most + random(2n) : 1n + random(most)
  const action = previewLock(formatExactAmount(amount), direction, contextOf(state))
  const to = contracts.vault
  const receipt = await chain.send(alice, to, action.request?.call.data ?? "0x", 20_000_000)
  expect(receipt.status === "0x1").toBe(action.blocker === null)
  const { holder } = await readState()
  const moved = action.blocker ? 0n : amount
  expect(holder.locked - state.holder.locked).toBe(direction === "lock" ? moved : -moved)
  return action.blocker ? "refuse" : direction
}

async function borrow(random: Random) {
  const state = await readState()
  const { loan, available } = state.holder
  if (loan) return repay(state.holder)
  if (available === 0n) return
  const amount = random(3n) === 0n ? available : 1n + random(available)
  const days = Number(10n + random(100n))
  const action = previewBorrow(formatExactAmount(amount), days, contextOf(state))
  if (action.blocker || !action.terms) return
  await send(action)
  const { holder } = await readState()
  expect(holder.balances.usdb - state.holder.balances.usdb).toBe(action.terms.payout)
  expect(holder.pledged).toBe(amount)
  expect(holder.loan).toMatchObject({
    ...{ collateral: amount, debt: action.terms.debt, borrowed: action.terms.payout },
    liquidationTime: action.terms.expiresAt,
  })
  return "borrow"
}

async function repay(before: VaultHolder) {
  if (!before.loan) return
  const { call, approval } = vaultCalls(contracts).repay(before.loan)
  await chain.write(alice, contracts.usdb, usdbAbi, "approve", [contracts.vault, approval?.amount])
  await send({ request: { call, action: null } })
  const { holder } = await readState()
  expect(before.balances.usdb - holder.balances.usdb).toBe(before.loan.debt)
  expect([holder.pledged, holder.loan]).toEqual([0n, null])
  return "repay"
}

/** Trades of others, whose tax the vault gets, and up to 1.5 days. */
async function passTime(random: Random) {
  await chain.buyMain(bob, `${1n + random(2_000n)}`)
  const { now } = await readState()
  await chain.call("evm_setNextBlockTimestamp", Number(now + 1n + random((DAY * 3n) / 2n)))
  await chain.mine()
  return "time"
}

async function invest() {
  const { invested } = await readState()
  await chain.write(alice, contracts.vault, stakingVaultAbi, "investYield", [])
  expect((await readState()).route).toEqual(invested)
  return "invest"
}

test("of the only holder's shares as many can be unwrapped as the page says, or all", async () => {
  const wrapped = await readState()
  await send(previewWrap("3", "TIDE", contextOf(wrapped)))
  await chain.buyMain(bob, "20000")
  await passTime(randomNumbers("time"))
  await invest()
  await passTime(randomNumbers("time"))
  const state = await readState()
  const most = sellableShares(state.totals)
  const unwrapping = (amount: bigint, at: VaultState) =>
    previewUnwrap(formatExactAmount(amount), "TIDE", contextOf(at))
  const refused = unwrapping(most + 1n, state)
  expect(refused.blocker).toMatchObject({ kind: "state" })
  const data = refused.request?.call.data ?? "0x"
  expect((await chain.send(alice, contracts.vault, data, 20_000_000)).status).toBe("0x0")
  expect(unwrapping(most, state).blocker).toBeNull()
  await send(unwrapping(most, state))
  const left = await readState()
  expect(unwrapping(1n, left).blocker).not.toBeNull()
  expect(unwrapping(left.totals.shares, left).blocker).toBeNull()
  await send(unwrapping(left.totals.shares, left))
  expect((await readState()).totals.shares).toBe(0n)
})

test(
  "the page's figures are what the vault does, to the wei, in random histories",
  async () => {
    const random = randomNumbers("vault")
    const steps = [wrap, wrap, unwrap, changeLock, changeLock, borrow, passTime, passTime, invest]
    for (let n = 0; n < STEPS; n++) {
      const name = await steps[Number(random(BigInt(steps.length)))]?.(random)
      if (name) done[name] = (done[name] ?? 0) + 1
    }
    const names = [
      "wrap USDB",
      "wrap TIDE",
      "unwrap USDB",
      "unwrap TIDE",
      "lock",
      "borrow",
      "invest",
    ]
    for (const name of names) expect(done[name], name).toBeGreaterThan(0)
  },
  LONG_TEST_MS,
)
