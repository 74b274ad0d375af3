"use client"

import type { Address, Client } from "viem"
import { readContract } from "viem/actions"
import { useBrowserConfig } from "@/components/chain/browser-config"
import { useChainQuery } from "@/components/chain/use-chain-query"
import { Button } from "@/components/ui/button"
import { Notice } from "@/components/ui/notice"
import { Skeleton } from "@/components/ui/states"
import { TransactionProgress } from "@/components/wallet/transactions/transaction-progress"
import { useTransaction } from "@/components/wallet/transactions/use-transaction"
import { toAddress } from "@/lib/chain/browser"
import type { ContractCall } from "@/lib/chain/call"
import { taxesAbi } from "@/lib/chain/generated/Taxes"
import { formatPercent } from "@/lib/format"
import { endSurgeCall, startSurgeCall } from "@/lib/tokens/creator-calls"
import type { PanelToken } from "./panel-token"
import { SurgeForm } from "./surge-form"

/** Starts a surge tax, or ends the active one. */
export function SurgeTool({ token }: { token: PanelToken }) {
  const { contracts } = useBrowserConfig()
  const { taxes } = contracts
  const address = toAddress(token.address)
  const transaction = useTransaction({
    name: `surge.${address}`,
    title: `Surge tax on ${token.symbol}`,
  })
  const { data } = useChainQuery({
    key: ["surge", address],
    read: (client) => readSurge(client, taxes, address),
  })
  if (!data) return <Skeleton className="h-64" />
  const send = (title: string, call: ContractCall) => transaction.run({ title, call, action: null })
  return (
    <div className="grid gap-3">
      {data.isActive ? (
        <ActiveSurge
          isBusy={transaction.isRunning}
          onEnd={() => send(`End surge tax on ${token.symbol}`, endSurgeCall(contracts, address))}
          rate={data.rate}
        />
      ) : (
        <SurgeForm
          isBusy={transaction.isRunning}
          multiplier={token.multiplier}
          onStart={(terms) =>
            send(
              `Start surge tax of ${formatPercent(terms.startRate)} on ${token.symbol}`,
              startSurgeCall(contracts, address, terms),
            )
          }
          quota={data.quota}
        />
      )}
      <TransactionProgress
        hasApproval={false}
        state={transaction.state}
        success={data.isActive ? "Surge tax started" : "Surge tax ended"}
      />
    </div>
  )
}

type ActiveSurgeProps = { rate: bigint; isBusy: boolean; onEnd: () => void }

function ActiveSurge({ rate, isBusy, onEnd }: ActiveSurgeProps) {
  return (
    <>
      <Notice title={`Surge tax of ${formatPercent(rate)} active`}>
        <p>
          Traders pay it on top of the regular tax. If you end it early, the remaining time returns
          to your quota.
        </p>
      </Notice>
      <Button variant="danger" onClick={onEnd} pending={isBusy}>
        End surge tax
      </Button>
    </>
  )
}

async function readSurge(client: Client, taxes: Address, token: Address) {
  const at = { address: taxes, abi: taxesAbi } as const
  const args = [token] as const
  const [isActive, rate, quota] = await Promise.all([
    readContract(client, { ...at, functionName: "isSurgeActive", args }),
    readContract(client, { ...at, functionName: "getCurrentSurgeTax", args }),
    readContract(client, { ...at, functionName: "availableSurgeQuota", args }),
  ])
  return { isActive, rate, quota }
}
