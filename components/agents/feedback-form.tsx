"use client"

import { useState } from "react"
import { zeroAddress } from "viem"
import { useBrowserConfig } from "@/components/chain/browser-config"
import { Button } from "@/components/ui/button"
import { Field } from "@/components/ui/field"
import { Form } from "@/components/ui/form"
import { RequireWallet } from "@/components/wallet/connect/require-wallet"
import { TransactionProgress } from "@/components/wallet/transactions/transaction-progress"
import { useTransaction } from "@/components/wallet/transactions/use-transaction"
import { useWallet } from "@/components/wallet/use-wallet"
import { agentCalls } from "@/lib/agents/calls"
import { MAX_CARD_TEXT, MAX_TAG } from "@/lib/agents/constants"
import { trimText } from "@/lib/readable-text"
import { parseRating } from "./feedback-value"

type Props = { agent: { agentId: number; wallet: string; owner: string | null } }

/** Rates an agent: a number with a meaning that the first tag names. */
export function FeedbackForm({ agent: { agentId } }: Props) {
  const { contracts } = useBrowserConfig()
  const wallet = useWallet()
  const [isOpen, setOpen] = useState(false)
  const [text, setText] = useState("")
  const [tags, setTags] = useState({ tag1: "starred", tag2: "" })
  const [endpoint, setEndpoint] = useState("")
  const transaction = useTransaction({ name: `agent.${agentId}.feedback`, title: "Rate the agent" })
  const rating = parseRating(text)
  if (contracts.reputationRegistry === zeroAddress) {
    return <p className="text-sm text-muted">This chain has no registry of feedback.</p>
  }
  const send = () => {
    if (!rating || transaction.isRunning) return
    void transaction
      .run({
        ...agentCalls(contracts).giveFeedback(agentId, {
          ...{ ...rating, endpoint: trimText(endpoint) },
          ...{ tag1: trimText(tags.tag1), tag2: trimText(tags.tag2) },
        }),
        action: null,
      })
      .then((isDone) => isDone && setOpen(false))
  }
  return (
    <div className="grid grid-cols-1 gap-3">
      {isOpen ? (
        <Form
          className="grid grid-cols-1 gap-3 rounded-control border border-line p-3"
          onSubmit={send}
        >
          <div className="grid grid-cols-1 items-start gap-3 sm:grid-cols-3">
            <Field
              error={text !== "" && !rating ? "Enter a number, such as 87 or 99.5." : null}
              hint="0 to 100 with the tag “starred”."
              inputMode="decimal"
              label="Rating"
              onChange={(event) => setText(event.target.value)}
              value={text}
            />
            <Field
              hint="What the number means."
              label="Tag"
              maxLength={MAX_TAG}
              onChange={(event) => setTags({ ...tags, tag1: event.target.value })}
              value={tags.tag1}
            />
            <Field
              hint="Optional."
              label="Second tag"
              maxLength={MAX_TAG}
              onChange={(event) => setTags({ ...tags, tag2: event.target.value })}
              value={tags.tag2}
            />
          </div>
          <Field
            hint="Optional: the service that you rate."
            label="Endpoint"
            maxLength={MAX_CARD_TEXT}
            onChange={(event) => setEndpoint(event.target.value)}
            value={endpoint}
          />
          <RequireWallet connectLabel="Connect a wallet to rate" wallet={wallet}>
            <div className="flex flex-wrap gap-2">
              <Button disabled={!rating} pending={transaction.isRunning} type="submit">
                Give feedback
              </Button>
              <Button onClick={() => setOpen(false)} variant="quiet">
                Cancel
              </Button>
            </div>
          </RequireWallet>
        </Form>
      ) : (
        <Button
          className="justify-self-start"
          onClick={() => setOpen(true)}
          pending={transaction.isRunning}
          variant="secondary"
        >
          Give feedback
        </Button>
      )}
      <TransactionProgress
        hasApproval={false}
        state={transaction.state}
        success="Your feedback is on the chain"
      />
    </div>
  )
}
