"use client"

import Link from "next/link"
import { useState } from "react"
import { useBrowserConfig } from "@/components/chain/browser-config"
import { Button, ButtonLink } from "@/components/ui/button"
import { RequireWallet } from "@/components/wallet/connect/require-wallet"
import { TransactionProgress } from "@/components/wallet/transactions/transaction-progress"
import { useTransaction } from "@/components/wallet/transactions/use-transaction"
import { useWallet } from "@/components/wallet/use-wallet"
import { agentCalls } from "@/lib/agents/calls"
import { MoveWalletDialog } from "./move-wallet-dialog"

type Props = { agentId: number; owner: string | null; agentWallet: string | null }

/** Edit the card, move the wallet, or leave the agent without one. */
export function OwnerActions({ agentId, agentWallet }: Props) {
  const { contracts } = useBrowserConfig()
  const wallet = useWallet()
  const [isMoving, setMoving] = useState(false)
  const transaction = useTransaction({
    name: `agent.${agentId}.wallet`,
    title: `Move the wallet of agent ${agentId}`,
  })
  const calls = agentCalls(contracts)
  const busy = transaction.isRunning
  return (
    <div className="grid grid-cols-1 gap-3 border-t border-line pt-3">
      <p className="text-sm text-muted">
        This is your agent. Its program needs an{" "}
        <Link className="text-link" href="/account#sessions">
          API key
        </Link>{" "}
        and the{" "}
        <Link className="text-link" href="/docs/quickstart">
          quickstart
        </Link>
        .
      </p>
      <div className="flex flex-wrap gap-2">
        <ButtonLink href={`/agents/${agentId}/edit`} variant="secondary">
          Edit card
        </ButtonLink>
        <Button disabled={busy} onClick={() => setMoving(true)} variant="secondary">
          Move wallet
        </Button>
        {agentWallet && (
          <RequireWallet connectLabel="Connect the wallet" wallet={wallet}>
            <Button
              onClick={() => void transaction.run({ ...calls.unsetWallet(agentId), action: null })}
              pending={busy}
              variant="quiet"
            >
              Remove wallet
            </Button>
          </RequireWallet>
        )}
      </div>
      <TransactionProgress
        hasApproval={false}
        state={transaction.state}
        success="The agent’s wallet has changed"
      />
      {isMoving && (
        <MoveWalletDialog
          agentId={agentId}
          onClose={() => setMoving(false)}
          onSend={(request) => {
            setMoving(false)
            void transaction.run({ ...request, action: null })
          }}
        />
      )}
    </div>
  )
}
