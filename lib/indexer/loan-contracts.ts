import {
  type Abi,
  decodeFunctionResult,
  encodeFunctionData,
  getAddress,
  type Hex,
  zeroAddress,
} from "viem"
import { cleanLine } from "@/lib/api/wire"
import type { AddressBook } from "@/lib/chain/deployment"
import { loanHubAbi } from "@/lib/chain/generated/LoanHub"
import { mainTokenAbi } from "@/lib/chain/generated/MainToken"
import { stakingVaultAbi } from "@/lib/chain/generated/StakingVault"
import { vestingAbi } from "@/lib/chain/generated/Vesting"
import { WAD } from "@/lib/units"
import type { LoanRecord, LogReadings, ScheduleRecord, Source } from "./declare-event"
import { decodeEvent, readTopics } from "./decode"
import type { RawLog } from "./logs"
import type { Rpc } from "./rpc"
import { readViews, toCallKey, type ViewCall } from "./view-calls"

/** The contracts of the address book that emit events of loans, the vault and vesting, TIDE aside. */
export function listLoanContracts({ loanHub, staking, vesting }: AddressBook): string[] {
  return [loanHub, staking, vesting].filter((address) => address !== zeroAddress)
}

/** An event of these contracts, of which the events of a known name are asked about. */
type FoundEvent = {
  log: RawLog
  source: Source
  name: string
  args: EventArgs
}

type EventArgs = {
  user?: string
  loanId?: bigint
  hubId?: bigint
  vestingId?: bigint
  oldBeneficiary?: string
}

/** A loan by its id on the hub, or a leverage position of a trader. */
type LoanRef =
  | { kind: "hub"; user: string; hubId: bigint }
  | { kind: "position"; event: FoundEvent }

/** Answers of the contracts, asked in rounds. */
class Views {
  private answers = new Map<string, Hex>()

  constructor(
    private readonly rpc: Rpc,
    readonly book: AddressBook,
  ) {}

  async ask(calls: readonly (ViewCall | null)[]) {
    const wanted = calls.filter((call) => call !== null)
    for (const [key, answer] of await readViews(this.rpc, wanted)) this.answers.set(key, answer)
  }

  find = (call: ViewCall | null) => (call ? this.answers.get(toCallKey(call)) : undefined)
}

const viewCall = (
  to: string,
  log: RawLog,
  abi: Abi,
  functionName: string,
  args: readonly unknown[],
): ViewCall => ({
  to,
  data: encodeFunctionData({ abi, functionName, args }),
  block: +log.blockNumber,
})

const emitters = (book: AddressBook) =>
  new Map<string, Source>([
    [book.mainToken, "mainToken"],
    [book.loanHub, "loanHub"],
    [book.staking, "vault"],
    [book.vesting, "vesting"],
  ])

function findEvents(logs: readonly RawLog[], book: AddressBook): FoundEvent[] {
  const sources = emitters(book)
  sources.delete(zeroAddress)
  return logs.flatMap((log) => {
    const source = readTopics.has(log.topics[0] ?? "") ? sources.get(log.address) : undefined
    const event = source && decodeEvent(source, log)
    return event ? [{ log, source, ...event }] : []
  })
}

const PRICED = new Set(["Bought", "Sold", "YieldInjected"])

/**
 * What the contracts say about the loans, schedules and share prices that these logs name, as of the logs' blocks.
 * Takes the logs of whole transactions.
 */
export async function readLoanLogs(
  rpc: Rpc,
  logs: readonly RawLog[],
  book: AddressBook,
): Promise<(log: RawLog) => LogReadings> {
  const events = findEvents(logs, book)
  if (events.length === 0) return () => ({})
  const views = new Views(rpc, book)
  await views.ask(events.map((event) => firstCall(event, book)))
  const refs = events.map((event) => findLoan(event, views))
  await views.ask(refs.map((ref, n) => ref && loanCall(ref, (events[n] as FoundEvent).log, book)))
  const liquidations = events.filter(({ name }) => LIQUIDATION_NAMES.has(name))
  const readings = new Map<RawLog, LogReadings>()
  events.forEach((event, n) => {
    const ref = refs[n]
    readings.set(event.log, {
      ...readShareState(event, views, events),
      ...(ref && readLoan(event, ref, { views, liquidations })),
    })
  })
  return (log) => readings.get(log) ?? {}
}

const LIQUIDATION_NAMES = new Set(["LiquidationProcessed", "VestingLiquidated"])

/** What has to be known before the loan can be asked for, or all there is to ask. */
function firstCall({ log, source, name, args }: FoundEvent, book: AddressBook): ViewCall | null {
  if (PRICED.has(name))
    return viewCall(book.staking, log, stakingVaultAbi, "convertToAssets", [WAD])
  if (source === "vesting")
    return viewCall(book.vesting, log, vestingAbi, "vestingSchedules", [args.vestingId])
  if (name === "LiquidationProcessed")
    return viewCall(book.staking, log, stakingVaultAbi, "userVaults", [toChecksum(args.user)])
  if (source === "mainToken" && args.user === book.loanHub)
    return viewCall(book.loanHub, log, loanHubAbi, "coreLoans", [args.loanId])
  return null
}

const toChecksum = (address = zeroAddress as string) => getAddress(address)

/** The loan an event is about; null for other events, and while the contracts do not know it. */
function findLoan(event: FoundEvent, views: Views): LoanRef | null {
  const { source, name, args } = event
  const { book } = views
  if (source === "vesting")
    return args.loanId === undefined
      ? null
      : { kind: "hub", user: book.vesting, hubId: args.loanId }
  if (name === "LiquidationProcessed") {
    const hubId = findVaultLoan(event, views)
    return hubId === undefined ? null : { kind: "hub", user: book.staking, hubId }
  }
  if (source === "vault")
    return args.hubId === undefined ? null : { kind: "hub", user: book.staking, hubId: args.hubId }
  if (source === "loanHub")
    return args.hubId === undefined || !args.user
      ? null
      : { kind: "hub", user: args.user, hubId: args.hubId }
  if (args.user !== book.loanHub) return { kind: "position", event }
  const owner = views.find(firstCall(event, book))
  if (!owner) return null
  const [user, hubId] = decodeFunctionResult({
    abi: loanHubAbi,
    functionName: "coreLoans",
    data: owner,
  })
  return user === zeroAddress ? null : { kind: "hub", user: user.toLowerCase(), hubId }
}

/** Hub id of the last loan of a wallet on the vault. */
function findVaultLoan(event: FoundEvent, views: Views): bigint | undefined {
  const data = views.find(firstCall(event, views.book))
  if (!data) return undefined
  return decodeFunctionResult({ abi: stakingVaultAbi, functionName: "userVaults", data })[2]
}

function loanCall(ref: LoanRef, log: RawLog, book: AddressBook): ViewCall {
  if (ref.kind === "hub") {
    const args = [toChecksum(ref.user), ref.hubId]
    return viewCall(book.loanHub, log, loanHubAbi, "getUserLoanDetails", args)
  }
  const { user, loanId } = ref.event.args
  return viewCall(book.mainToken, log, mainTokenAbi, "leverages", [toChecksum(user), loanId])
}

/** Schedule, claimer and share price of an event. */
function readShareState(
  event: FoundEvent,
  views: Views,
  events: readonly FoundEvent[],
): LogReadings {
  const data = views.find(firstCall(event, views.book))
  if (!data) return {}
  if (PRICED.has(event.name)) return { sharePrice: BigInt(data) }
  if (event.source !== "vesting") return {}
  const schedule = toSchedule(event.args.vestingId, data)
  if (!schedule) return {}
  return { schedule, claimer: findEarlierBeneficiary(event, events) ?? schedule.beneficiary }
}

/** Who was the beneficiary until a later event of the same transaction. */
function findEarlierBeneficiary({ log, args }: FoundEvent, events: readonly FoundEvent[]) {
  return events.find(
    (later) =>
      later.name === "BeneficiaryChanged" &&
      later.args.vestingId === args.vestingId &&
      later.log.transactionHash === log.transactionHash &&
      +later.log.logIndex > +log.logIndex,
  )?.args.oldBeneficiary
}

type LoanScope = { views: Views; liquidations: readonly FoundEvent[] }

function readLoan(event: FoundEvent, ref: LoanRef, scope: LoanScope): LogReadings {
  const { views } = scope
  const data = views.find(loanCall(ref, event.log, views.book))
  if (!data) return {}
  if (ref.kind === "position") return readPosition(event, data)
  return readHubLoan(event, ref, data, scope)
}

function readPosition({ args: { user = "", loanId = 0n } }: FoundEvent, data: Hex): LogReadings {
  const details = decodeFunctionResult({ abi: mainTokenAbi, functionName: "leverages", data })
  const id = toId(loanId)
  const state = toState(details)
  if (id === null || !state) return {}
  const ids = { borrower: user, loanId: id, hubId: null, vestingId: null }
  return { loan: { source: "leverage", wallet: user, isInner: false, ...ids, ...state } }
}

function readHubLoan(
  event: FoundEvent,
  { user, hubId }: LoanRef & { kind: "hub" },
  data: Hex,
  { views, liquidations }: LoanScope,
): LogReadings {
  const { book } = views
  const details = decodeFunctionResult({
    abi: loanHubAbi,
    functionName: "getUserLoanDetails",
    data,
  })
  const [loanId, id, state] = [toId(details.coreLoanId), toId(hubId), toState(details)]
  if (loanId === null || id === null || !state) return {}
  const owner = findOwner(event, { user, hubId }, { views, liquidations })
  if (!owner) return {}
  const { schedule, ...whose } = owner
  const isInner = isInnerHalf(event, book)
  const ids = { borrower: book.loanHub, loanId, hubId: id }
  return { loan: { ...whose, isInner, ...ids, ...state }, ...(schedule && { schedule }) }
}

/** Whether the event names a platform contract as its user: another one names the wallet. */
function isInnerHalf({ source, args: { user } }: FoundEvent, book: AddressBook) {
  if (source === "mainToken") return user === book.loanHub
  return source === "loanHub" && (user === book.staking || user === book.vesting)
}

type Owner = Pick<LoanRecord, "source" | "wallet" | "vestingId"> & { schedule?: ScheduleRecord }

/** Whose a loan of the hub is. Of an inner half that is not stored, the contract that borrowed stands for the wallet. */
function findOwner(
  event: FoundEvent,
  { user, hubId }: { user: string; hubId: bigint },
  { views, liquidations }: LoanScope,
): Owner | null {
  const { book } = views
  if (user === book.vesting) {
    const told = event.source === "vesting" ? event : findLiquidation(event, hubId, liquidations)
    const schedule = told && readShareState(told, views, []).schedule
    if (schedule) {
      const { beneficiary: wallet, vestingId } = schedule
      return { source: "vesting", wallet, vestingId, schedule }
    }
    return event.name === "LoanLiquidated"
      ? null
      : { source: "vesting", wallet: user, vestingId: null }
  }
  if (user !== book.staking) return { source: "hub", wallet: user, vestingId: null }
  const charged = liquidations.find(
    (other) =>
      other.name === "LiquidationProcessed" &&
      other.log.transactionHash === event.log.transactionHash &&
      findVaultLoan(other, views) === hubId,
  )
  const wallet = event.source === "vault" ? event.args.user : charged?.args.user
  if (!wallet && event.name === "LoanLiquidated") return null
  return { source: "vault", wallet: wallet ?? user, vestingId: null }
}

/** The vesting contract's own event of the same liquidation. */
const findLiquidation = (event: FoundEvent, hubId: bigint, liquidations: readonly FoundEvent[]) =>
  liquidations.find(
    ({ name, args, log }) =>
      name === "VestingLiquidated" &&
      args.loanId === hubId &&
      log.transactionHash === event.log.transactionHash,
  )

const MAX_ID = 2n ** 31n - 1n

const toId = (id: bigint) => (id <= MAX_ID ? Number(id) : null)

type LoanState = Pick<
  LoanRecord,
  | "token"
  | "collateral"
  | "fullAmount"
  | "borrowedAmount"
  | "creationTime"
  | "liquidationTime"
  | "liquidated"
  | "active"
>

type LoanDetails = {
  token: string
  collateralAmount: bigint
  fullAmount: bigint
  borrowedAmount: bigint
  creationTime: bigint
  liquidationTime: bigint
  isLiquidated: boolean
  active: boolean
}

/** Null for times that are none. */
function toState(details: LoanDetails): LoanState | null {
  const { fullAmount, borrowedAmount, active } = details
  const [creationTime, liquidationTime] = [details.creationTime, details.liquidationTime].map(toId)
  // The row of an id that the chain does not know is empty.
  if (!creationTime || liquidationTime == null) return null
  return {
    ...{ token: details.token.toLowerCase(), collateral: details.collateralAmount },
    ...{ fullAmount, borrowedAmount, creationTime, liquidationTime },
    ...{ liquidated: details.isLiquidated, active },
  }
}

const MAX_TIME = 2n ** 53n

/** Null for values that cannot be stored. */
function toSchedule(vestingId: bigint | undefined, data: Hex): ScheduleRecord | null {
  const [creator, beneficiary, token, ecosystem, totalAmount, claimedAmount, ...terms] =
    decodeFunctionResult({ abi: vestingAbi, functionName: "vestingSchedules", data })
  const [startTime, durationInDays, unlockTime, isGradual, activeLoanId, memo, timeUnit] = terms
  const [id, durationDays, loanId] = [
    toId(vestingId ?? MAX_TIME),
    toId(durationInDays),
    toId(activeLoanId),
  ]
  if (id === null || durationDays === null || loanId === null) return null
  if (startTime > MAX_TIME || unlockTime > MAX_TIME) return null
  return {
    vestingId: id,
    ...{ creator: creator.toLowerCase(), beneficiary: beneficiary.toLowerCase() },
    ...{ token: token.toLowerCase(), ecosystem: ecosystem.toLowerCase() },
    ...{ totalAmount, claimedAmount, durationDays, isGradual, timeUnit },
    ...{ startTime: Number(startTime), unlockTime: Number(unlockTime) },
    ...{ activeLoanId: loanId, memo: cleanLine(memo) },
  }
}
