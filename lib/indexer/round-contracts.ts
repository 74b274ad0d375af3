import { decodeFunctionResult, encodeFunctionData, type Hex, zeroAddress } from "viem"
import type { AddressBook } from "@/lib/chain/deployment"
import { upDownAbi } from "@/lib/chain/generated/UpDown"
import type { LogReadings, RoundRecord } from "@/lib/events/declare-event"
import type { RawLog } from "@/lib/events/logs"
import { outcomes } from "@/lib/updown/constants"
import { decodeEvent } from "./decode"
import type { Rpc } from "./rpc"
import { readViews, toCallKey, type ViewCall } from "./view-calls"

/** The contracts of the address book that emit events of price rounds. */
export const listRoundContracts = ({ upDown }: AddressBook): string[] =>
  Object.values(upDown).filter((address) => address !== zeroAddress)

type RoundEvent = {
  log: RawLog
  name: string
  args: { tf: number; roundId: bigint; startTime: bigint; endTime: bigint } & Record<
    "startPrice" | "seedBonus",
    bigint
  >
}

/** Claims contain all data that is stored of them. */
const READ_EVENTS = new Set(["NewRound", "BetPlaced", "RoundSettled", "RoundCanceled"])

/**
 * The opening of the rounds in these logs, from the event or the contract, and the values that no event has: the
 * oracle's round that decided them, and the winners' part of the seed.
 */
export async function readRoundLogs(
  rpc: Rpc,
  logs: readonly RawLog[],
  book: AddressBook,
): Promise<(log: RawLog) => LogReadings> {
  const contracts = new Set(listRoundContracts(book))
  const events = logs.flatMap((log): RoundEvent[] => {
    const event = contracts.has(log.address) ? decodeEvent("upDown", log) : null
    return event && READ_EVENTS.has(event.name) ? [{ log, ...event }] : []
  })
  const started = new Map(
    events.flatMap((event) =>
      event.name === "NewRound" ? [[keyOf(event), toStart(event.args)] as const] : [],
    ),
  )
  // The opening of a round never changes, so one call serves all its bets. The oracle's round that decided it does not
  // change either. Both may be read as of a later block.
  const calls = new Map<string, ViewCall>()
  const seedCalls = new Map<string, ViewCall>()
  for (const event of events) {
    const isEnd = event.name === "RoundSettled"
    const key = isEnd ? endKeyOf(event) : keyOf(event)
    if (!started.has(key) && !calls.has(key)) calls.set(key, toCall(event, "getRound"))
    if (isEnd) seedCalls.set(key, toCall(event, "seedPaid"))
  }
  const { answers } = await readViews(rpc, [...calls.values(), ...seedCalls.values()])
  const answerOf = (call: ViewCall | undefined) => call && answers.get(toCallKey(call))
  const read = new Map<string, RoundRecord>()
  for (const [key, call] of calls) {
    const record = toRecord(answerOf(call), answerOf(seedCalls.get(key)))
    if (record) read.set(key, record)
  }
  const readings = new Map(
    events.map((event) => {
      const key = keyOf(event)
      const round =
        event.name === "RoundSettled"
          ? read.get(endKeyOf(event))
          : (started.get(key) ?? read.get(key))
      return [event.log, round && { round }]
    }),
  )
  return (log) => readings.get(log) ?? {}
}

const keyOf = ({ log, args: { tf, roundId } }: RoundEvent) => `${log.address}:${tf}:${roundId}`
const endKeyOf = (event: RoundEvent) => `${keyOf(event)}:end`

const toCall = (
  { log, args: { tf, roundId } }: RoundEvent,
  functionName: "getRound" | "seedPaid",
): ViewCall => ({
  to: log.address,
  data: encodeFunctionData({ abi: upDownAbi, functionName, args: [tf, roundId] }),
  block: +log.blockNumber,
})

type Start = Record<"startTime" | "endTime" | "startPrice" | "seedBonus", bigint>

/** Null for times that cannot be stored. */
function toStart({ startTime, endTime, startPrice, seedBonus }: Start): RoundRecord | undefined {
  if (startTime > MAX_TIME || endTime > MAX_TIME || endTime === 0n) return undefined
  const times = { startTime: Number(startTime), endTime: Number(endTime) }
  return { ...times, startPrice, seedBonus, endPriceRoundId: null, seedPaid: 0n }
}

const MAX_TIME = 2n ** 32n

/** `seed` is the answer of `seedPaid`. */
function toRecord(data: Hex | undefined, seed: Hex | undefined): RoundRecord | undefined {
  if (!data) return undefined
  const [startTime, endTime, , startPrice, , endPriceRoundId, ...amounts] = decodeFunctionResult({
    ...{ abi: upDownAbi, functionName: "getRound", data },
  })
  const [seedBonus, outcome] = [amounts[6], amounts[7]]
  const start = toStart({ startTime, endTime, startPrice, seedBonus })
  if (!start) return undefined
  const isWon = outcome !== 0 && outcome !== CANCELED
  const seedPaid = isWon ? toSeedPaid(seed, seedBonus) : 0n
  return { ...start, endPriceRoundId: endPriceRoundId || null, seedPaid }
}

/** Contracts without this function, as in blocks before an upgrade, gave the winners all of the seed. */
function toSeedPaid(data: Hex | undefined, seedBonus: bigint): bigint {
  if (!data) return seedBonus
  return decodeFunctionResult({ ...{ abi: upDownAbi, functionName: "seedPaid", data } })
}

const CANCELED = outcomes.indexOf("canceled")
