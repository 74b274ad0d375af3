"use client"

import { useEffect } from "react"
import { useBrowserConfig } from "@/components/chain/browser-config"
import { QuoteNotices } from "@/components/ticket/quote-notices"
import { useOwnActionQuote } from "@/components/ticket/use-action-quote"
import { Button, ButtonLink } from "@/components/ui/button"
import { Card } from "@/components/ui/card"
import { DetailRow } from "@/components/ui/figures"
import { Notice } from "@/components/ui/notice"
import { Amount } from "@/components/ui/number"
import { Progress } from "@/components/ui/progress"
import { RequireWallet } from "@/components/wallet/connect/require-wallet"
import { useTransactions } from "@/components/wallet/transactions/store"
import { TransactionProgress } from "@/components/wallet/transactions/transaction-progress"
import { useTransaction } from "@/components/wallet/transactions/use-transaction"
import { useWallet } from "@/components/wallet/use-wallet"
import { toAddress } from "@/lib/chain/browser"
import { sumAmounts } from "@/lib/vesting/creation-calls"
import { useCreationContext } from "./creation-context"
import { batchAction, batchName, createBatchRequest, listBatches, type Plan } from "./plan"

type Props = { plan: Plan; onChange: (plan: Plan | null) => void }

/** The transactions of confirmed schedules, one after the other; a reloaded page continues with the next one. */
export function BatchProgress({ plan, onChange }: Props) {
  const batches = listBatches(plan)
  const mined = useMinedBatches(plan, batches.length)
  useEffect(() => {
    if (mined > plan.done) onChange({ ...plan, done: mined })
  }, [mined, plan, onChange])
  const { symbol, beneficiaries } = plan
  const isDone = plan.done >= batches.length
  return (
    <Card className="mx-auto w-full max-w-xl" title="Create schedules">
      <div className="grid grid-cols-1 gap-4">
        <dl>
          <DetailRow label="Schedules">{beneficiaries.length}</DetailRow>
          <DetailRow label="Locked in all">
            <Amount unit={symbol} value={sumAmounts(beneficiaries)} />
          </DetailRow>
        </dl>
        {batches.length > 1 && (
          <>
            <p className="text-sm">
              {plan.done} of {batches.length} transactions are done.
            </p>
            <Progress
              label="Transactions"
              max={batches.length}
              value={plan.done}
              valueText={`${plan.done} of ${batches.length}`}
            />
          </>
        )}
        {isDone ? (
          <Finished onNew={() => onChange(null)} plan={plan} />
        ) : (
          <NextBatch
            index={plan.done}
            key={plan.done}
            onCancel={() => onChange(null)}
            plan={plan}
          />
        )}
      </div>
    </Card>
  )
}

/** Number of mined transactions from the start: stored with the plan, or seen just now. */
function useMinedBatches(plan: Plan, count: number): number {
  const transactions = useTransactions()
  let mined = plan.done
  while (mined < count) {
    const name = batchName(plan, mined)
    const isMined = transactions.some(
      (one) => one.name === name && (one.phase === "mined" || one.phase === "indexed"),
    )
    if (!isMined) return mined
    mined += 1
  }
  return mined
}

type NextBatchProps = { plan: Plan; index: number; onCancel: () => void }

function NextBatch({ plan, index, onCancel }: NextBatchProps) {
  const { contracts } = useBrowserConfig()
  const wallet = useWallet()
  const context = useCreationContext(wallet.address, toAddress(plan.token))
  const rows = listBatches(plan)[index] ?? []
  const transaction = useTransaction({ name: batchName(plan, index), title: "Create schedules" })
  const { data } = context
  const quoted = useOwnActionQuote(
    transaction.state.phase === "idle" ? batchAction(plan, index) : null,
  )
  const isBlocked = !data || quoted.rejection !== null
  const send = () => {
    if (isBlocked || transaction.isRunning) return
    const { vesting, mainToken } = contracts
    void transaction.run(
      createBatchRequest(plan, index, { vesting, mainToken, now: data.now, fee: data.fee }),
    )
  }
  return (
    <>
      <QuoteNotices quoted={quoted} />
      <RequireWallet connectLabel="Connect the wallet" wallet={wallet}>
        <Button disabled={isBlocked} onClick={send} pending={transaction.isRunning} size="lg">
          {rows.length === 1 ? "Create the schedule" : `Create ${rows.length} schedules`}
        </Button>
      </RequireWallet>
      {index === 0 && transaction.state.phase === "idle" && (
        <p className="text-sm text-muted">
          Your wallet asks twice: first to approve exactly this amount of {plan.symbol}, then to
          create.
        </p>
      )}
      <TransactionProgress state={transaction.state} success="Schedules created" />
      {!transaction.isRunning && (
        <Button onClick={onCancel} variant="quiet">
          {index === 0 ? "Back to the form" : "Drop the rest"}
        </Button>
      )}
    </>
  )
}

function Finished({ plan, onNew }: { plan: Plan; onNew: () => void }) {
  const { beneficiaries, wallet } = plan
  return (
    <>
      <Notice
        title={
          beneficiaries.length === 1
            ? "The schedule is created"
            : `All ${beneficiaries.length} schedules are created`
        }
        tone="good"
      />
      <div className="flex flex-wrap gap-2">
        <ButtonLink href={`/vesting?wallet=${wallet}&tab=given`}>View schedules</ButtonLink>
        <Button onClick={onNew} variant="secondary">
          Create more
        </Button>
      </div>
    </>
  )
}
