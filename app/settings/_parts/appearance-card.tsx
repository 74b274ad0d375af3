"use client"

import type { Palette, Theme } from "@/components/layout/theme"
import { useTheme } from "@/components/layout/use-theme"
import { Card } from "@/components/ui/card"
import { Change } from "@/components/ui/figures"
import { SegmentedControl } from "@/components/ui/segmented-control"

const themes: readonly { value: Theme; label: string }[] = [
  { value: "system", label: "System" },
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
]

const palettes: readonly { value: Palette; label: string }[] = [
  { value: "classic", label: "Kelp and coral" },
  { value: "clear", label: "Blue and orange" },
]

/** Theme and colours, stored in this browser. */
export function AppearanceCard() {
  const { theme, palette, setTheme, setPalette } = useTheme()
  return (
    <Card title="Appearance">
      <div className="grid gap-4">
        <div className="grid gap-1.5">
          <p aria-hidden="true" className="text-sm font-medium">
            Theme
          </p>
          <SegmentedControl
            label="Theme"
            onChange={setTheme}
            options={themes}
            value={theme ?? "system"}
          />
        </div>
        <div className="grid gap-1.5">
          <p aria-hidden="true" className="text-sm font-medium">
            Colours of up and down
          </p>
          <SegmentedControl
            label="Colours of up and down"
            onChange={setPalette}
            options={palettes}
            value={palette ?? "classic"}
          />
          <p className="flex flex-wrap gap-x-4 text-sm text-muted">
            Blue and orange differ for every kind of colour vision.
            <span className="inline-flex gap-3">
              <Change basisPoints={512n} /> <Change basisPoints={-248n} />
            </span>
          </p>
        </div>
      </div>
    </Card>
  )
}
