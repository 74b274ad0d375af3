"use client"

import type { Address, Client } from "viem"
import { readContract } from "viem/actions"
import { useChainQuery } from "@/components/chain/use-chain-query"
import { Progress } from "@/components/ui/progress"
import { Skeleton } from "@/components/ui/states"
import { useWallet } from "@/components/wallet/use-wallet"
import { toAddress } from "@/lib/chain/browser"
import { factoryTokenAbi } from "@/lib/chain/generated/FactoryToken"
import { formatUsd } from "@/lib/format"
import type { PanelToken } from "./panel-token"

/** How much of a frozen token the connected wallet can still buy. */
export function OwnAllowance({ token }: { token: Pick<PanelToken, "address" | "symbol"> }) {
  const address = toAddress(token.address)
  const { address: owner } = useWallet()
  const { data } = useChainQuery({
    key: ["allowance", address, owner],
    isEnabled: owner !== undefined,
    read: (client) => (owner ? readAllowance(client, address, owner) : Promise.resolve(null)),
  })
  if (!data) return <Skeleton className="h-11" />
  const { isListed, most, bought } = data
  if (!isListed) {
    return (
      <p className="flex min-h-11 items-center rounded-control bg-sunken px-3 text-sm text-muted">
        Your wallet is not on the whitelist.
      </p>
    )
  }
  const left = most > bought ? most - bought : 0n
  return (
    <div className="grid gap-2 rounded-control bg-accent-soft p-3 text-sm">
      <p>
        You can still buy for <span className="figures font-semibold">{formatUsd(left)}</span> of
        your {formatUsd(most)} limit.
      </p>
      <Progress
        label="Whitelist limit used"
        max={10_000}
        value={most === 0n ? 10_000 : Number(((most - left) * 10_000n) / most)}
        valueText={`${formatUsd(bought)} of ${formatUsd(most)} used`}
      />
    </div>
  )
}

async function readAllowance(client: Client, address: Address, owner: Address) {
  const at = { address, abi: factoryTokenAbi } as const
  const args = [owner] as const
  const [isListed, most, bought] = await Promise.all([
    readContract(client, { ...at, functionName: "whitelisted", args }),
    readContract(client, { ...at, functionName: "whitelistMaxBuyForUser", args }),
    readContract(client, { ...at, functionName: "whitelistBoughtByUser", args }),
  ])
  return { isListed, most, bought }
}
