import type { TransactionRequest } from "@/components/wallet/transactions/quoted-action"
import type { ScheduleCalls } from "@/lib/vesting/calls"
import type { ScheduleView } from "@/lib/vesting/schedule-queries"
import type { OnchainSchedule } from "./schedule-state"

/** Props of the dialogs for a schedule's actions. */
export type ScheduleDialogProps = {
  schedule: ScheduleView
  state: OnchainSchedule
  calls: ScheduleCalls
  onClose: () => void
  onSend: (request: TransactionRequest) => void
}
