"use client"

import { useTheme } from "@/components/layout/use-theme"
import { IconButton } from "@/components/ui/button"
import type { IconName } from "@/components/ui/icon"
import type { Theme } from "@/lib/pages/theme"

const nextThemes: Record<Theme, { theme: Theme; icon: IconName; name: string }> = {
  system: { theme: "light", icon: "system", name: "system" },
  light: { theme: "dark", icon: "sun", name: "light" },
  dark: { theme: "system", icon: "moon", name: "dark" },
}

/** Cycles through system, light and dark. */
export function ThemeSwitch({ className }: { className?: string }) {
  const { theme, setTheme } = useTheme()
  const current = nextThemes[theme ?? "system"]
  return (
    <IconButton
      icon={current.icon}
      label={`Theme: ${current.name}. Switch to ${nextThemes[current.theme].name}`}
      onClick={() => setTheme(current.theme)}
      {...(className && { className })}
    />
  )
}
