"use client"

import { createContext, type ReactNode, use } from "react"
import type { BrowserConfig } from "@/lib/chain/browser"

const ConfigContext = createContext<BrowserConfig | null>(null)

export function ConfigProvider({
  config,
  children,
}: {
  config: BrowserConfig
  children: ReactNode
}) {
  return <ConfigContext value={config}>{children}</ConfigContext>
}

/** Chain and contracts of this deployment; null if no chain is configured. */
export function useOptionalConfig(): BrowserConfig | null {
  return use(ConfigContext)
}

export function useBrowserConfig(): BrowserConfig {
  const config = use(ConfigContext)
  if (!config) throw new Error("No chain is configured")
  return config
}
