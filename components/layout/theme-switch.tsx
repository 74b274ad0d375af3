"use client"

import type { Theme } from "@/components/theme/theme"
import { useTheme } from "@/components/theme/use-theme"
import { IconButton } from "@/components/ui/button"
import type { IconName } from "@/components/ui/icon"

const next: Record<Theme, { theme: Theme; icon: IconName; name: string }> = {
  system: { theme: "light", icon: "system", name: "as the system" },
  light: { theme: "dark", icon: "sun", name: "light" },
  dark: { theme: "system", icon: "moon", name: "dark" },
}

/** Goes round: as the system, light, dark. */
export function ThemeSwitch({ className }: { className?: string }) {
  const { theme, setTheme } = useTheme()
  const now = next[theme ?? "system"]
  return (
    <IconButton
      icon={now.icon}
      label={`Theme: ${now.name}. Change to ${next[now.theme].name}`}
      onClick={() => setTheme(now.theme)}
      {...(className && { className })}
    />
  )
}
