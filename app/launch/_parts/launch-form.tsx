"use client"

import { useRouter } from "next/navigation"
import { useState } from "react"
import { encodeFunctionData, parseEventLogs, type TransactionReceipt } from "viem"
import { readContract } from "viem/actions"
import { ButtonLink } from "@/components/ui/button"
import { Card } from "@/components/ui/card"
import { CheckField } from "@/components/ui/check-field"
import { Field } from "@/components/ui/field"
import { useBrowserConfig } from "@/components/wallet/config"
import { TransactionProgress } from "@/components/wallet/transaction-progress"
import { useChainQuery } from "@/components/wallet/use-chain-query"
import { useTransaction } from "@/components/wallet/use-transaction"
import { tokenFactoryAbi } from "@/lib/chain/generated/TokenFactory"
import { LaunchAction } from "./launch-action"
import { MultiplierField } from "./multiplier-field"
import { type Namesake, Namesakes } from "./namesakes"
import { checkDraft, type Draft, type DraftErrors } from "./plan"
import { LaunchPreview } from "./preview"
import { useNamesakeSearch } from "./use-namesake-search"

const EMPTY: Draft = {
  symbol: "",
  name: "",
  multiplier: 75,
  startLiquidity: "1000",
  rewardTarget: "0",
  isFrozen: false,
}

/** Creates a token in one transaction and goes to its page when it is indexed. */
export function LaunchForm({ namesakes }: { namesakes: readonly Namesake[] }) {
  const { contracts } = useBrowserConfig()
  const router = useRouter()
  const transaction = useTransaction()
  const [draft, setDraft] = useState(EMPTY)
  const [touched, setTouched] = useState<ReadonlySet<keyof Draft>>(new Set())
  const [created, setCreated] = useState<string | null>(null)
  const fee = useChainQuery({
    key: ["launch-fee"],
    read: (client) =>
      readContract(client, {
        address: contracts.factory,
        abi: tokenFactoryAbi,
        functionName: "feeAmount",
      }),
  })
  useNamesakeSearch(draft)

  const errors = checkDraft(draft)
  const shown: DraftErrors = Object.fromEntries(
    Object.entries(errors).filter(([field]) => [...touched].some((name) => name === field)),
  )
  const edit = (change: Partial<Draft>) => {
    setDraft((now) => ({ ...now, ...change }))
    if (!transaction.isRunning) transaction.reset()
  }
  const touch = (...fields: (keyof Draft)[]) => setTouched(new Set([...touched, ...fields]))

  const launch = async () => {
    touch("symbol", "name", "startLiquidity", "rewardTarget")
    if (Object.keys(errors).length > 0 || fee.data === undefined) return
    let address: string | null = null
    await transaction.run({
      call: { to: contracts.factory, data: creation(draft), value: fee.data },
      onMined: (receipt) => {
        address = createdToken(receipt)
        setCreated(address)
      },
      onIndexed: () => address && router.push(`/tokens/${address}`),
    })
  }

  return (
    <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <Card title="Your token">
        <form
          className="grid gap-5"
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            void launch()
          }}
        >
          <div className="grid gap-5 sm:grid-cols-2">
            <Field
              error={shown.symbol ?? null}
              hint="Short and without spaces, such as KELP."
              label="Symbol"
              onBlur={() => touch("symbol")}
              onChange={(event) => edit({ symbol: event.target.value.trim() })}
              required
              value={draft.symbol}
            />
            <Field
              error={shown.name ?? null}
              hint="What people call it. It cannot be changed."
              label="Name"
              onBlur={() => touch("name")}
              onChange={(event) => edit({ name: event.target.value })}
              required
              value={draft.name}
            />
          </div>
          <Namesakes draft={draft} namesakes={namesakes} />
          <MultiplierField
            multiplier={draft.multiplier}
            onChange={(multiplier) => edit({ multiplier })}
          />
          <Field
            error={shown.startLiquidity ?? null}
            hint="How deep the pool opens, 100 to 10,000. Deeper pools move less with each trade. You do not pay this: the reserves are virtual."
            inputMode="numeric"
            label="Start liquidity"
            onBlur={() => touch("startLiquidity")}
            onChange={(event) => edit({ startLiquidity: event.target.value })}
            unit="USD"
            value={draft.startLiquidity}
          />
          <Field
            error={shown.rewardTarget ?? null}
            hint="Buyers until this sum is reached earn a share of the tax. 0 for none, at most 150,000."
            inputMode="numeric"
            label="Reward phase"
            onBlur={() => touch("rewardTarget")}
            onChange={(event) => edit({ rewardTarget: event.target.value })}
            unit="USDB"
            value={draft.rewardTarget}
          />
          <CheckField
            checked={draft.isFrozen}
            hint="Only wallets that you whitelist may buy until you open it. Opening is final."
            label="Start frozen"
            onChange={(isFrozen) => {
              edit({ isFrozen })
              touch("rewardTarget")
            }}
          />
          {transaction.state.phase !== "done" && (
            <LaunchAction fee={fee} isRunning={transaction.isRunning} />
          )}
          <TransactionProgress
            hasApproval={false}
            state={transaction.state}
            success={`${draft.symbol} is launched`}
          />
          {created && transaction.state.phase === "done" && (
            <ButtonLink href={`/tokens/${created}`} look="secondary">
              Open its page
            </ButtonLink>
          )}
        </form>
      </Card>
      <LaunchPreview draft={draft} errors={errors} />
    </div>
  )
}

function creation({ symbol, name, multiplier, startLiquidity, rewardTarget, isFrozen }: Draft) {
  return encodeFunctionData({
    abi: tokenFactoryAbi,
    functionName: "createToken",
    args: [
      symbol,
      name.trim(),
      BigInt(multiplier),
      isFrozen,
      BigInt(rewardTarget),
      BigInt(startLiquidity),
      false,
      0n,
      false,
    ],
  })
}

function createdToken(receipt: TransactionReceipt): string | null {
  const [event] = parseEventLogs({
    abi: tokenFactoryAbi,
    eventName: "TokenCreated",
    logs: receipt.logs,
  })
  return event?.args.tokenAddress.toLowerCase() ?? null
}
