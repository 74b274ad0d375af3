import type { ReactNode } from "react"
import { Line } from "@/components/ui/figures"
import { Notice } from "@/components/ui/notice"
import { amount } from "@/lib/format"
import type { Cost } from "./use-cost"

type CostLinesProps = {
  cost: Cost
  /** What is paid besides, or what is not. */
  children?: ReactNode
}

/** What a creation costs, what the wallet has, and what is missing. */
export function CostLines({ cost, children }: CostLinesProps) {
  const { fee, network, balance } = cost
  const total = fee === undefined || network === undefined ? undefined : fee + network
  const missing = missingOf(cost)
  return (
    <div className="grid gap-3">
      <dl className="rounded-control border border-line px-3 py-2">
        <Line label="Creation fee">{fee === 0n ? "none" : coins(fee)}</Line>
        {children}
        <Line label="Network fee, about">{coins(network)}</Line>
        <Line label="Together, about">{coins(total)}</Line>
        {balance !== undefined && <Line label="In your wallet">{coins(balance)}</Line>}
      </dl>
      {missing !== null && (
        <Notice title={`${amount(missing)} ETH are missing`} tone="warning">
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
export function missingOf({ fee, network, balance }: Cost): bigint | null {
  if (fee === undefined || network === undefined || balance === undefined) return null
  return balance < fee + network ? fee + network - balance : null
}

function coins(wei: bigint | undefined) {
  return wei === undefined ? "…" : `${amount(wei)} ETH`
}
