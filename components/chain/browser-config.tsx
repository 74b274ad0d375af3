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

/** Where this deployment's chain and contracts are; null when there is no chain to talk to. */
export function useOptionalConfig(): BrowserConfig | null {
  return use(ConfigContext)
}

export function useBrowserConfig(): BrowserConfig {
  const config = use(ConfigContext)
  if (!config) throw new Error("This part of the page needs a configured chain")
  return config
}
