import {
  type Abi,
  type Address,
  createPublicClient,
  encodeFunctionData,
  maxUint256,
  zeroAddress,
} from "viem"
import { foundry } from "viem/chains"
import { afterAll, beforeAll, expect, test } from "vitest"
import { toAddress } from "@/lib/chain/browser"
import { loanHubAbi } from "@/lib/chain/generated/LoanHub"
import { mainTokenAbi } from "@/lib/chain/generated/MainToken"
import { usdbAbi } from "@/lib/chain/generated/USDB"
import { vestingAbi } from "@/lib/chain/generated/Vesting"
import {
  claimableAmount,
  findVestedFloor,
  loanDays,
  maxExtensionDays,
  type Schedule,
  type ScheduleChange,
  vestedAmount,
} from "@/lib/vesting/math"
import { alice, bob, carol, startChain, type TestChain } from "@/tests/helpers/chain"
import { LONG_TEST_MS, runs } from "@/tests/helpers/deep"
import { nodeTransport } from "@/tests/helpers/node-transport"
import { anyAmount, randomNumbers } from "./cases"

const SCHEDULES = runs(8, 120)
const STEPS = runs(14, 30)
const STEP_NAMES = ["claim", "extend", "add", "loan", "repay", "liquidate", "beneficiary"]
const DAY = 86_400n

/** A schedule with everything that happened to it. */
type Tracked = { id: bigint; changes: ScheduleChange[] }
type Random = (below: bigint) => bigint

let chain: TestChain
let reader: ReturnType<typeof createReader>
let main: Address
let vesting: Address
let loanHub: Address
const done: Record<string, number> = {}

beforeAll(async () => {
  chain = await startChain()
  await chain.call("anvil_setBlockTimestampInterval", 0)
  reader = createReader()
  main = toAddress(chain.book.mainToken)
  vesting = toAddress(chain.book.vesting)
  loanHub = toAddress(chain.book.loanHub)
  await chain.buyMain(alice, "400000")
  for (const wallet of [alice, bob, carol]) {
    await chain.write(wallet, main, usdbAbi, "approve", [vesting, maxUint256])
    await chain.write(wallet, chain.book.usdb, usdbAbi, "approve", [vesting, maxUint256])
  }
})

afterAll(() => chain?.stop())

test(
  "schedules vest as lib/vesting/math computes, to the wei, in random histories",
  async () => {
    const random = randomNumbers("vesting")
    for (let each = 0; each < SCHEDULES; each++) {
      const tracked = await create(random)
      await compare(tracked)
      for (let step = 0; step < STEPS; step++) {
        await passTime(random)
        await compare(tracked)
        await change(tracked, random)
        await compare(tracked)
      }
    }
    for (const step of STEP_NAMES) expect(done[step], step).toBeGreaterThan(1)
  },
  LONG_TEST_MS,
)

async function create(random: Random): Promise<Tracked> {
  const amount = random(4n) === 0n ? 1n + random(1_000n) : anyAmount(random, 2_000n * 10n ** 18n)
  const at = await now()
  if (random(3n) === 0n) {
    const unlock = at + 3_600n + random(60n * DAY)
    await call(alice, "createCliffVesting", [bob, main, amount, unlock, "", main])
  } else {
    const start = at + random(2n) * random(20n * DAY)
    const args = [bob, main, amount, start, 1n + random(90n), Number(random(4n)), "", main]
    await call(alice, "createGradualVesting", args)
  }
  const id = await read<bigint>("vestingCount", [])
  return { id, changes: [{ at, kind: "created", totalAmount: amount }] }
}

async function change(tracked: Tracked, random: Random) {
  const schedule = await scheduleOf(tracked)
  const steps = [claim, claim, lengthen, add, rename, lend, lend, lend]
  const step = steps[Number(random(BigInt(steps.length)))] ?? claim
  await step(tracked, schedule, random)
}

async function claim(tracked: Tracked, schedule: Schedule) {
  const { beneficiary } = await detailsOf(tracked.id)
  const amount = claimableAmount(schedule, await now())
  if (amount === 0n) return refuse(beneficiary, "claimTokens", [tracked.id])
  const before = await balanceOf(beneficiary)
  await call(beneficiary, "claimTokens", [tracked.id])
  expect((await balanceOf(beneficiary)) - before).toBe(amount)
  note(tracked, "claim", { at: await now(), kind: "claimed", amount })
}

async function lengthen(tracked: Tracked, schedule: Schedule, random: Random) {
  const at = await now()
  const most = maxExtensionDays(schedule, at)
  const args = (days: bigint) => [tracked.id, days]
  await refuse(alice, "extendVestingPeriod", args(most + 1n))
  if (most === 0n) return
  const days = 1n + random(most > 40n ? 40n : most)
  await call(alice, "extendVestingPeriod", args(days))
  note(tracked, "extend", { at, kind: "extended", days })
}

async function add(tracked: Tracked, schedule: Schedule, random: Random) {
  const amount = anyAmount(random, 500n * 10n ** 18n)
  await call(alice, "addTokensToVesting", [tracked.id, amount])
  const totalAmount = schedule.totalAmount + amount
  note(tracked, "add", { at: await now(), kind: "tokens_added", totalAmount })
}

/** Takes a loan; one that is there is repaid or, after its time, liquidated. */
async function lend(tracked: Tracked, schedule: Schedule, random: Random) {
  const { id } = tracked
  const { beneficiary, activeLoanId } = await detailsOf(id)
  if (activeLoanId === 0n) return take(tracked, schedule, beneficiary)
  const { liquidationTime } = await loanOf(activeLoanId)
  if (random(2n) === 0n) {
    await call(beneficiary, "repayLoanOnVesting", [id])
    done.repay = (done.repay ?? 0) + 1
    return
  }
  if (liquidationTime > (await now())) await setTime(liquidationTime)
  await chain.write(carol, loanHub, loanHubAbi, "liquidate", [vesting, activeLoanId])
  const { totalAmount } = await detailsOf(id)
  note(tracked, "liquidate", { at: await now(), kind: "liquidated", totalAmount })
}

async function take({ id }: Tracked, schedule: Schedule, beneficiary: Address) {
  const days = loanDays(schedule.endTime, await now())
  const open = schedule.totalAmount - schedule.claimedAmount
  const value = await reader.readContract({
    address: main,
    abi: mainTokenAbi,
    functionName: "getColleteralValue",
    args: [open, main],
  })
  if (value < 10n ** 18n) return refuse(beneficiary, "takeLoanOnVesting", [id])
  await call(beneficiary, "takeLoanOnVesting", [id])
  const { liquidationTime, creationTime } = await loanOf(await read<bigint>("getActiveLoan", [id]))
  expect(liquidationTime - creationTime).toBe(days * DAY)
  done.loan = (done.loan ?? 0) + 1
}

async function rename(tracked: Tracked, schedule: Schedule) {
  const { beneficiary } = await detailsOf(tracked.id)
  const other = beneficiary === bob ? carol : bob
  const args = [tracked.id, other]
  if (schedule.isPledged) return refuse(alice, "changeBeneficiary", args)
  const amount = claimableAmount(schedule, await now())
  const before = await balanceOf(beneficiary)
  await call(alice, "changeBeneficiary", args)
  expect((await balanceOf(beneficiary)) - before).toBe(amount)
  done.beneficiary = (done.beneficiary ?? 0) + 1
  if (amount > 0n) tracked.changes.push({ at: await now(), kind: "claimed", amount })
}

/** The contract's amounts in a block are those of the twin, whose floor follows from the events alone. */
async function compare(tracked: Tracked) {
  const schedule = await scheduleOf(tracked)
  const time = await now()
  const args = [tracked.id]
  expect(await read("getVestedAmount", args)).toBe(vestedAmount(schedule, time))
  expect(await read("getClaimableAmount", args)).toBe(claimableAmount(schedule, time))
}

async function scheduleOf({ id, changes }: Tracked): Promise<Schedule> {
  const details = await detailsOf(id)
  const { totalAmount, claimedAmount, startTime, unlockTime, isGradual, timeUnit } = details
  const terms = { totalAmount, startTime, endTime: unlockTime, isGradual, timeUnit }
  const isPledged = details.activeLoanId !== 0n
  return { ...terms, claimedAmount, isPledged, vestedFloor: findVestedFloor(terms, changes) }
}

function note(tracked: Tracked, step: string, change: ScheduleChange) {
  tracked.changes.push(change)
  done[step] = (done[step] ?? 0) + 1
}

/** Seconds, hours or weeks: all orders of magnitude. */
async function passTime(random: Random) {
  await setTime((await now()) + anyAmount(random, 30n * DAY))
}

async function setTime(time: bigint) {
  await chain.call("evm_setNextBlockTimestamp", Number(time))
  await chain.mine()
}

const call = (from: Address, functionName: string, args: unknown[]) =>
  chain.write(from, vesting, vestingAbi, functionName, args)

async function refuse(from: Address, functionName: string, args: unknown[]) {
  const data = encodeFunctionData({ abi: vestingAbi as Abi, functionName, args })
  await expect(reader.call({ account: from, to: vesting, data })).rejects.toThrow("revert")
}

function read<Answer>(functionName: string, args: readonly unknown[]) {
  const abi: Abi = vestingAbi
  return reader.readContract({ address: vesting, abi, functionName, args }) as Promise<Answer>
}

async function detailsOf(id: bigint) {
  const details = await reader.readContract({
    address: vesting,
    abi: vestingAbi,
    functionName: "getVestingDetails",
    args: [id],
  })
  expect(details.creator).not.toBe(zeroAddress)
  return { ...details, beneficiary: toAddress(details.beneficiary) }
}

const loanOf = (hubId: bigint) =>
  reader.readContract({
    address: loanHub,
    abi: loanHubAbi,
    functionName: "getUserLoanDetails",
    args: [vesting, hubId],
  })

const balanceOf = (wallet: Address) =>
  reader.readContract({ address: main, abi: usdbAbi, functionName: "balanceOf", args: [wallet] })

async function now() {
  const { timestamp } = await reader.getBlock()
  return timestamp
}

/** Sends calls in one request, so that all read the same block. */
function createReader() {
  return createPublicClient({
    chain: foundry,
    cacheTime: 0,
    pollingInterval: 5,
    transport: nodeTransport(chain.url),
  })
}
