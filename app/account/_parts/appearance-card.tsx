"use client"

import { useTheme } from "@/components/layout/use-theme"
import { Card } from "@/components/ui/card"
import { Change } from "@/components/ui/figures"
import { SegmentedControl } from "@/components/ui/segmented-control"
import type { Palette, Theme } from "@/lib/pages/theme"

const themes: readonly { value: Theme; label: string }[] = [
  { value: "system", label: "System" },
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
]

const palettes: readonly { value: Palette; label: string }[] = [
  { value: "classic", label: "Green and red" },
  { value: "clear", label: "Blue and orange" },
]

/** Theme and colours, stored in cookies. */
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
            Colours of gains and losses
          </p>
          <SegmentedControl
            label="Colours of gains and losses"
            onChange={setPalette}
            options={palettes}
            value={palette ?? "classic"}
          />
          <p className="flex flex-wrap gap-x-4 text-sm text-muted">
            Blue and orange are distinct for all types of colour vision.
            <span className="inline-flex gap-3">
              <Change basisPoints={512n} /> <Change basisPoints={-248n} />
            </span>
          </p>
        </div>
      </div>
    </Card>
  )
}
