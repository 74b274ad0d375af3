import {
  type Abi,
  decodeFunctionResult,
  encodeFunctionData,
  getAddress,
  type Hex,
  zeroAddress,
} from "viem"
import type { AddressBook } from "@/lib/chain/deployment"
import { loanHubAbi } from "@/lib/chain/generated/LoanHub"
import { mainTokenAbi } from "@/lib/chain/generated/MainToken"
import { stakingVaultAbi } from "@/lib/chain/generated/StakingVault"
import { vestingAbi } from "@/lib/chain/generated/Vesting"
import type { LoanRecord, LogReadings, ScheduleRecord, Source } from "@/lib/events/declare-event"
import type { RawLog } from "@/lib/events/logs"
import { WAD } from "@/lib/units"
import { decodeEvent, readTopics } from "./decode"
import { toId, toSchedule, toState } from "./loan-records"
import { readSendersOf } from "./market-contracts"
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

/** Answers of the contracts about these events, read in rounds. */
class Views {
  private answers = new Map<string, Hex>()
  private late = new Set<string>()
  /** Known of events whose contract was asked late. */
  senderOf: (log: RawLog) => string | undefined = () => undefined

  constructor(
    private readonly rpc: Rpc,
    readonly book: AddressBook,
    readonly events: readonly FoundEvent[],
  ) {}

  async ask(calls: readonly (ViewCall | null)[]) {
    const present = calls.filter((call) => call !== null)
    const { answers, late } = await readViews(this.rpc, present)
    for (const [key, answer] of answers) this.answers.set(key, answer)
    for (const key of late) this.late.add(key)
  }

  /** Reads who sent the transactions of the events whose contract was asked late. */
  async askSenders() {
    const isAsked = (event: FoundEvent) =>
      event.source === "vesting" && this.isLate(firstCall(event, this.book))
    const logs = this.events.filter(isAsked).map(({ log }) => log)
    if (logs.length > 0) this.senderOf = await readSendersOf(this.rpc, logs)
  }

  find = (call: ViewCall | null) => (call ? this.answers.get(toCallKey(call)) : undefined)

  isLate = (call: ViewCall | null) => call !== null && this.late.has(toCallKey(call))
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
 * The contracts' state of the loans, schedules and share prices that these logs name, as of the logs' blocks. A
 * reading as of a later block, for want of the state, is marked. Takes the logs of whole transactions.
 */
export async function readLoanLogs(
  rpc: Rpc,
  logs: readonly RawLog[],
  book: AddressBook,
): Promise<(log: RawLog) => LogReadings> {
  const events = findEvents(logs, book)
  if (events.length === 0) return () => ({})
  const views = new Views(rpc, book, events)
  await views.ask(events.map((event) => firstCall(event, book)))
  await views.askSenders()
  const refs = events.map((event) => findLoan(event, views))
  await views.ask(refs.map((ref, n) => ref && loanCall(ref, (events[n] as FoundEvent).log, book)))
  const liquidations = events.filter(({ name }) => LIQUIDATION_NAMES.has(name))
  const readings = new Map<RawLog, LogReadings>()
  events.forEach((event, n) => {
    const ref = refs[n]
    readings.set(event.log, {
      ...readShareState(event, views),
      ...(ref && readLoan(event, ref, { views, liquidations })),
      ...(isReadLate(event, ref, views) && { isLate: true }),
    })
  })
  return (log) => readings.get(log) ?? {}
}

/** Whether a value that may have changed since the event's block was read as of a later block. */
function isReadLate(event: FoundEvent, ref: LoanRef | null | undefined, views: Views): boolean {
  const { book } = views
  const isState = PRICED.has(event.name) || event.source === "vesting"
  if (isState && views.isLate(firstCall(event, book))) return true
  return ref ? views.isLate(loanCall(ref, event.log, book)) : false
}

const LIQUIDATION_NAMES = new Set(["LiquidationProcessed", "VestingLiquidated"])

/** The call whose answer the loan's call needs, or the only call there is. */
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
  const owner = findHubLoan(event, views)
  return owner && { kind: "hub", ...owner }
}

/** Hub id of the last loan of a wallet on the vault, which a liquidation has just ended. */
function findVaultLoan(event: FoundEvent, views: Views): bigint | undefined {
  const call = firstCall(event, views.book)
  const data = views.find(call)
  // Now it may be another one.
  if (views.isLate(call)) return findLiquidatedLoan(event, views)
  if (!data) return undefined
  return decodeFunctionResult({ abi: stakingVaultAbi, functionName: "userVaults", data })[2]
}

/** Hub id of the vault's loan whose liquidation is nearest in the same transaction. */
function findLiquidatedLoan({ log }: FoundEvent, views: Views): bigint | undefined {
  const candidates = views.events.flatMap((other) => {
    const isSame = other.log.transactionHash === log.transactionHash
    const owner = isSame && other.name === "LoanLiquidated" ? findHubLoan(other, views) : null
    if (owner?.user !== views.book.staking) return []
    return [{ hubId: owner.hubId, distance: Math.abs(+other.log.logIndex - +log.logIndex) }]
  })
  return candidates.sort((a, b) => a.distance - b.distance)[0]?.hubId
}

/** The owner of a core loan of the hub and its id there, which never change. */
function findHubLoan(event: FoundEvent, views: Views): { user: string; hubId: bigint } | null {
  const { source, args } = event
  if (source !== "mainToken" || args.user !== views.book.loanHub) return null
  const data = views.find(firstCall(event, views.book))
  if (!data) return null
  const query = { abi: loanHubAbi, functionName: "coreLoans", data } as const
  const [user, hubId] = decodeFunctionResult(query)
  return user === zeroAddress ? null : { user: user.toLowerCase(), hubId }
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
function readShareState(event: FoundEvent, views: Views): LogReadings {
  const call = firstCall(event, views.book)
  const data = views.find(call)
  if (!data) return {}
  if (PRICED.has(event.name)) return { sharePrice: BigInt(data) }
  if (event.source !== "vesting") return {}
  const schedule = toSchedule(event.args.vestingId, data)
  if (!schedule) return {}
  // Only the beneficiary may claim, and borrow on a schedule.
  const then = views.isLate(call) ? views.senderOf(event.log) : schedule.beneficiary
  return { schedule, claimer: findEarlierBeneficiary(event, views.events) ?? then }
}

/** The beneficiary until a later event of the same transaction. */
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

/** Whether the event names a platform contract as its user: then another event names the wallet. */
function isInnerHalf({ source, args: { user } }: FoundEvent, book: AddressBook) {
  if (source === "mainToken") return user === book.loanHub
  return source === "loanHub" && (user === book.staking || user === book.vesting)
}

type Owner = Pick<LoanRecord, "source" | "wallet" | "vestingId"> & { schedule?: ScheduleRecord }

/** The owner of a loan of the hub. For an inner half that is not stored, it is the contract that borrowed. */
function findOwner(
  event: FoundEvent,
  { user, hubId }: { user: string; hubId: bigint },
  { views, liquidations }: LoanScope,
): Owner | null {
  const { book } = views
  if (user === book.vesting) {
    const source = event.source === "vesting" ? event : findLiquidation(event, hubId, liquidations)
    const { schedule, claimer } = source ? readShareState(source, views) : {}
    if (schedule) {
      const { beneficiary, vestingId } = schedule
      const isOwn = event.source === "vesting" && views.isLate(firstCall(event, book))
      const wallet = (isOwn && claimer) || beneficiary
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
