"use client"

import { useState } from "react"
import { ButtonLink } from "@/components/ui/button"
import { Card } from "@/components/ui/card"
import { TransactionProgress } from "@/components/wallet/transaction-progress"
import { DraftFields } from "./draft-fields"
import { LaunchAction } from "./launch-action"
import type { Namesake } from "./namesakes"
import { checkDraft, type Draft, type DraftErrors } from "./plan"
import { LaunchPreview } from "./preview"
import { useLaunch } from "./use-launch"
import { useNamesakeSearch } from "./use-namesake-search"

const EMPTY: Draft = {
  symbol: "",
  name: "",
  multiplier: 75,
  startLiquidity: "1000",
  rewardTarget: "0",
  isFrozen: false,
}

const CHECKED = ["symbol", "name", "startLiquidity", "rewardTarget"] as const

/** Creates a token in one transaction and goes to its page when it is indexed. */
export function LaunchForm({ namesakes }: { namesakes: readonly Namesake[] }) {
  const { launch, fee, transaction, created } = useLaunch()
  const [draft, setDraft] = useState(EMPTY)
  const [touched, setTouched] = useState<ReadonlySet<keyof Draft>>(new Set())
  const { phase } = transaction.state
  useNamesakeSearch(draft, { isOver: phase === "running" || phase === "done" })

  const errors = checkDraft(draft)
  const edit = (change: Partial<Draft>) => {
    setDraft((now) => ({ ...now, ...change }))
    if (!transaction.isRunning) transaction.reset()
  }
  const submit = () => {
    setTouched(new Set(CHECKED))
    if (Object.keys(errors).length === 0) void launch(draft)
  }

  return (
    <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <Card title="Your token">
        <form
          className="grid gap-5"
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            submit()
          }}
        >
          <DraftFields
            draft={draft}
            edit={edit}
            errors={shown(errors, touched)}
            namesakes={namesakes}
            touch={(field) => setTouched(new Set([...touched, field]))}
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

/** A field complains only after it was left, or after all was sent. */
function shown(errors: DraftErrors, touched: ReadonlySet<keyof Draft>): DraftErrors {
  return Object.fromEntries(
    CHECKED.filter((field) => touched.has(field)).map((field) => [field, errors[field]]),
  )
}
