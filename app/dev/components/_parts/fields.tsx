"use client"

import { useState } from "react"
import { AmountField } from "@/components/ui/amount-field"
import { Card } from "@/components/ui/card"
import { Checkbox } from "@/components/ui/checkbox"
import { Field } from "@/components/ui/field"
import { SegmentedControl } from "@/components/ui/segmented-control"
import { Slider } from "@/components/ui/slider"
import { Switch } from "@/components/ui/switch"
import { TextArea } from "@/components/ui/text-area"
import { WAD } from "@/lib/units"

const BALANCE = 1_250n * WAD
const sides = [
  { value: "buy", label: "Buy" },
  { value: "sell", label: "Sell" },
] as const

export function Fields() {
  const [text, setText] = useState("12.5")
  const [side, setSide] = useState<"buy" | "sell">("buy")
  const [part, setPart] = useState(40)
  const [isOn, setOn] = useState(true)
  const [note, setNote] = useState("A few words.")
  return (
    <Card title="Fields">
      <div className="grid gap-4">
        <SegmentedControl label="Side" onChange={setSide} options={sides} value={side} />
        <AmountField
          balance={BALANCE}
          presets={["25", "50", "75", "max"]}
          label="You pay"
          onChange={setText}
          unit="USDB"
          usd="$12.50"
          value={text}
        />
        <AmountField
          error="You have 1,250 USDB. Get more or enter less."
          label="You pay too much"
          onChange={setText}
          unit="USDB"
          value="9999"
        />
        <Field hint="Up to 40 characters" label="Name" placeholder="Kelpline" />
        <Field disabled label="Disabled" value="Nothing to change" />
        <TextArea
          label="Description"
          maxLength={2_000}
          onChange={(event) => setNote(event.target.value)}
          value={note}
        />
        <Slider
          label="Part"
          max={100}
          min={0}
          onChange={setPart}
          value={part}
          valueText={`${part} percent`}
        />
        <Switch checked={isOn} label="Notify me" onChange={setOn} />
        <Checkbox checked={isOn} label="I understand" onChange={setOn} />
      </div>
    </Card>
  )
}
