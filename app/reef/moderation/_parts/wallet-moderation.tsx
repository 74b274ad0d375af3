"use client"

import { useState } from "react"
import { DecisionDialog } from "@/components/reef/decision-dialog"
import { type Decision, walletActions } from "@/components/reef/moderation-actions"
import { Button } from "@/components/ui/button"
import { Card } from "@/components/ui/card"
import { Field } from "@/components/ui/field"
import { ADDRESS_PATTERN } from "@/lib/address"

const ACTIONS = ["warn", "mute", "ban", "unban"] as const

/** Decides about any wallet, whether or not something of it was reported. */
export function WalletModeration({ onDecided }: { onDecided: () => void }) {
  const [text, setText] = useState("")
  const [decision, setDecision] = useState<Decision | null>(null)
  const wallet = text.trim().toLowerCase()
  const isGood = ADDRESS_PATTERN.test(wallet)
  return (
    <Card title="A wallet">
      <div className="grid gap-3">
        <Field
          error={wallet && !isGood ? "An address is 0x and 40 letters and digits" : null}
          label="Address of the wallet"
          onChange={(event) => setText(event.target.value)}
          placeholder="0x…"
          spellCheck={false}
          value={text}
        />
        <div className="flex flex-wrap gap-2">
          {ACTIONS.map((action) => (
            <Button
              disabled={!isGood}
              key={action}
              variant="secondary"
              onClick={() => setDecision({ action, wallet })}
              size="sm"
            >
              {walletActions[action].name}
            </Button>
          ))}
        </div>
      </div>
      {decision && (
        <DecisionDialog
          decision={decision}
          onClose={() => setDecision(null)}
          onDone={() => {
            setText("")
            onDecided()
          }}
        />
      )}
    </Card>
  )
}
