"use client"

import { useState } from "react"
import { DecisionDialog } from "@/components/reef/decision-dialog"
import {
  type Decision,
  walletActionNames,
  walletActions,
} from "@/components/reef/moderation-actions"
import { Button } from "@/components/ui/button"
import { Card } from "@/components/ui/card"
import { Field } from "@/components/ui/field"
import { ADDRESS_PATTERN } from "@/lib/address"

/** Actions on any wallet, also one without reported posts. */
export function WalletModeration({ onDecided }: { onDecided: () => void }) {
  const [text, setText] = useState("")
  const [decision, setDecision] = useState<Decision | null>(null)
  const wallet = text.trim().toLowerCase()
  const isGood = ADDRESS_PATTERN.test(wallet)
  return (
    <Card title="Moderate a wallet">
      <div className="grid gap-3">
        <Field
          error={wallet && !isGood ? "Enter 0x and 40 hexadecimal digits" : null}
          label="Wallet address"
          onChange={(event) => setText(event.target.value)}
          placeholder="0x…"
          spellCheck={false}
          value={text}
        />
        <div className="flex flex-wrap gap-2">
          {walletActionNames.map((action) => (
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
