"use client"

import { useBrowserConfig } from "@/components/chain/browser-config"
import { Button } from "@/components/ui/button"
import { RequireWallet } from "@/components/wallet/connect/require-wallet"
import { TransactionProgress } from "@/components/wallet/transactions/transaction-progress"
import { useTransaction } from "@/components/wallet/transactions/use-transaction"
import { useWallet } from "@/components/wallet/use-wallet"
import { agentCalls } from "@/lib/agents/calls"

type Props = { agentId: number; feedbackIndex: number }

/** Takes own feedback back; it stays on the chain, marked as revoked. */
export function RevokeFeedback({ agentId, feedbackIndex }: Props) {
  const { contracts } = useBrowserConfig()
  const wallet = useWallet()
  const transaction = useTransaction({
    name: `agent.${agentId}.revoke.${feedbackIndex}`,
    title: "Revoke feedback",
  })
  const revoke = () => {
    if (transaction.isRunning) return
    const call = agentCalls(contracts).revokeFeedback(agentId, feedbackIndex)
    void transaction.run({ ...call, action: null })
  }
  return (
    <div className="grid grid-cols-1 gap-2">
      <RequireWallet connectLabel="Connect the wallet" wallet={wallet}>
        <Button
          className="justify-self-start"
          onClick={revoke}
          pending={transaction.isRunning}
          variant="quiet"
        >
          Revoke
        </Button>
      </RequireWallet>
      <TransactionProgress
        hasApproval={false}
        state={transaction.state}
        success="The feedback is revoked"
      />
    </div>
  )
}
