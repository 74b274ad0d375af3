import type { AddressBook } from "@/lib/chain/deployment"
import type { LogReadings } from "./declare-event"
import { readLoanLogs } from "./loan-contracts"
import type { RawLog } from "./logs"
import { readRoundLogs } from "./round-contracts"
import type { Rpc } from "./rpc"

/** What the contracts say as of the logs' blocks, where events tell only a part. Takes the logs of whole transactions. */
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
