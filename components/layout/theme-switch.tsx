"use client"

import type { Theme } from "@/components/layout/theme"
import { useTheme } from "@/components/layout/use-theme"
import { IconButton } from "@/components/ui/button"
import type { IconName } from "@/components/ui/icon"

const nextThemes: Record<Theme, { theme: Theme; icon: IconName; name: string }> = {
  system: { theme: "light", icon: "system", name: "as the system" },
  light: { theme: "dark", icon: "sun", name: "light" },
  dark: { theme: "system", icon: "moon", name: "dark" },
}

/** Goes round: as the system, light, dark. */
export function ThemeSwitch({ className }: { className?: string }) {
  const { theme, setTheme } = useTheme()
  const now = nextThemes[theme ?? "system"]
  return (
    <IconButton
      icon={now.icon}
      label={`Theme: ${now.name}. Change to ${nextThemes[now.theme].name}`}
      onClick={() => setTheme(now.theme)}
      {...(className && { className })}
    />
  )
}
