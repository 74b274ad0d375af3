import type { ReactNode } from "react"
import { DetailRow } from "@/components/ui/figures"
import { Notice } from "@/components/ui/notice"
import { formatAmount } from "@/lib/format"
import type { CreationCost } from "./use-creation-cost"

type CreationCostDetailsProps = {
  cost: CreationCost
  /** Further rows. */
  children?: ReactNode
}

export function CreationCostDetails({ cost, children }: CreationCostDetailsProps) {
  const { fee, network, balance } = cost
  const total = fee === undefined || network === undefined ? undefined : fee + network
  const missing = findMissingWei(cost)
  return (
    <div className="grid gap-3">
      <dl className="rounded-control border border-line px-3 py-2">
        <DetailRow label="Creation fee">{fee === 0n ? "Free" : formatEth(fee)}</DetailRow>
        {children}
        <DetailRow label="Estimated network fee">{formatEth(network)}</DetailRow>
        <DetailRow label="Estimated total">{formatEth(total)}</DetailRow>
        {balance !== undefined && (
          <DetailRow label="Wallet balance">{formatEth(balance)}</DetailRow>
        )}
      </dl>
      {missing !== null && (
        <Notice title={`You need ${formatAmount(missing)} more ETH`} tone="warning">
          <p>
            Send ETH to this wallet; this page updates automatically. Network fees cannot be paid in
            USDB.
          </p>
        </Notice>
      )}
    </div>
  )
}

/** Null if the balance is sufficient or unknown. */
export function findMissingWei({ fee, network, balance }: CreationCost): bigint | null {
  if (fee === undefined || network === undefined || balance === undefined) return null
  return balance < fee + network ? fee + network - balance : null
}

function formatEth(wei: bigint | undefined) {
  return wei === undefined ? "…" : `${formatAmount(wei)} ETH`
}
