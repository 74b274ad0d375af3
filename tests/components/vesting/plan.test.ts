import { decodeFunctionData } from "viem"
import { afterAll, beforeEach, expect, test, vi } from "vitest"
import {
  createBatchRequest,
  listBatches,
  loadPlan,
  type Plan,
  savePlan,
} from "@/components/vesting/create/plan"
import { vestingAbi } from "@/lib/chain/generated/Vesting"
import { WAD } from "@/lib/units"
import { FakeStorage, openTab } from "@/tests/helpers/local-storage"

beforeEach(() => {
  openTab(new FakeStorage())
})

afterAll(() => {
  vi.unstubAllGlobals()
})

const wallet = (last: number) => `0x${last.toString(16).padStart(40, "0")}`
const context = {
  vesting: "0x00000000000000000000000000000000000000be",
  mainToken: "0x00000000000000000000000000000000000000aa",
  now: 1_000n,
  fee: 0n,
} as const

const plan = (count: number): Plan => ({
  id: "a1",
  chainId: 31337,
  wallet: wallet(1),
  token: wallet(0xcc),
  symbol: "KELP",
  terms: { isGradual: true, startTime: null, days: 30n, timeUnit: 3 },
  beneficiaries: Array.from({ length: count }, (_, at) => ({
    wallet: wallet(at + 2),
    amount: BigInt(at + 1) * WAD,
    memo: `No. ${at}`,
  })),
  done: 0,
})

const decode = (airdrop: Plan, index: number) => {
  const request = createBatchRequest(airdrop, index, context)
  return { request, ...decodeFunctionData({ abi: vestingAbi, data: request.call.data }) }
}

test("120 schedules are three transactions, and one approval covers them", () => {
  const airdrop = plan(120)
  expect(listBatches(airdrop).map(({ length }) => length)).toEqual([50, 50, 20])
  const first = decode(airdrop, 0)
  expect(first.functionName).toBe("batchCreateGradualVesting")
  expect(first.request.approval?.amount).toBe(7_260n * WAD)
  expect(first.request.action).toBeNull()
  const last = decode(airdrop, 2)
  expect(last.args?.slice(4, 7)).toEqual([1_300n, 30n, 3])
  expect(last.request.approval?.amount).toBe(2_210n * WAD)
})

test("one schedule is no batch; a fee travels with it", () => {
  const one = decode(plan(1), 0)
  expect(one.functionName).toBe("createGradualVesting")
  expect(one.request.call.value).toBeUndefined()
  const schedule = { action: "vesting.create", beneficiary: wallet(2), memo: "No. 0" }
  expect(one.request.action).toEqual({
    ...{ ...schedule, token: wallet(0xcc), amount: `${WAD}`, durationInDays: 30, timeUnit: 3 },
  })
  const cliff = { ...plan(1), terms: { isGradual: false, unlockTime: 9_000n } } as const
  const request = createBatchRequest(cliff, 0, { ...context, fee: 7n })
  expect(request.call.value).toBe(7n)
  expect(request.action).toMatchObject({ ...schedule, unlockTime: 9_000 })
  expect(decode(cliff, 0).args?.[3]).toBe(9_000n)
})

test("a stored plan comes back as it was; other text is none", () => {
  savePlan({ ...plan(2), done: 1 })
  expect(loadPlan()).toEqual({ ...plan(2), done: 1 })
  localStorage.setItem("atoll.vesting.plan", '{"id":"a1","beneficiaries":[{"amount":1}]}')
  expect(loadPlan()).toBeNull()
  savePlan(null)
  expect(loadPlan()).toBeNull()
})
