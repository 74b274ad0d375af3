import type { ReactNode } from "react"
import { DetailRow } from "@/components/ui/figures"
import { Notice } from "@/components/ui/notice"
import { formatAmount } from "@/lib/format"
import type { CreationCost } from "./use-creation-cost"

type CreationCostDetailsProps = {
  cost: CreationCost
  /** What is paid besides, or what is not. */
  children?: ReactNode
}

/** What a creation costs, what the wallet has, and what is missing. */
export function CreationCostDetails({ cost, children }: CreationCostDetailsProps) {
  const { fee, network, balance } = cost
  const total = fee === undefined || network === undefined ? undefined : fee + network
  const missing = findMissingWei(cost)
  return (
    <div className="grid gap-3">
      <dl className="rounded-control border border-line px-3 py-2">
        <DetailRow label="Creation fee">{fee === 0n ? "none" : formatEth(fee)}</DetailRow>
        {children}
        <DetailRow label="Network fee, about">{formatEth(network)}</DetailRow>
        <DetailRow label="Together, about">{formatEth(total)}</DetailRow>
        {balance !== undefined && (
          <DetailRow label="In your wallet">{formatEth(balance)}</DetailRow>
        )}
      </dl>
      {missing !== null && (
        <Notice title={`${formatAmount(missing)} ETH are missing`} tone="warning">
          <p>
            Send the network’s coin to this wallet, from another one or from an exchange, and this
            page goes on by itself. USDB does not pay for it.
          </p>
        </Notice>
      )}
    </div>
  )
}

/** How much of the native coin the wallet lacks; null when it has enough or too little is known. */
export function findMissingWei({ fee, network, balance }: CreationCost): bigint | null {
  if (fee === undefined || network === undefined || balance === undefined) return null
  return balance < fee + network ? fee + network - balance : null
}

function formatEth(wei: bigint | undefined) {
  return wei === undefined ? "…" : `${formatAmount(wei)} ETH`
}
