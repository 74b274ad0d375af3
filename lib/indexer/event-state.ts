import type { AddressBook } from "@/lib/chain/deployment"
import type { LogReadings } from "@/lib/events/declare-event"
import type { RawLog } from "@/lib/events/logs"
import { readLoanLogs } from "./loan-contracts"
import { readRoundLogs } from "./round-contracts"
import type { Rpc } from "./rpc"

/**
 * Reads the contracts' state as of the logs' blocks, where events contain only a part of it. Takes the logs of whole
 * transactions.
 */
export async function readEventState(
  rpc: Rpc,
  logs: readonly RawLog[],
  book: AddressBook,
): Promise<(log: RawLog) => LogReadings> {
  const [ofLoans, ofRounds] = await Promise.all([
    readLoanLogs(rpc, logs, book),
    readRoundLogs(rpc, logs, book),
  ])
  return (log) => ({ ...ofLoans(log), ...ofRounds(log) })
}
