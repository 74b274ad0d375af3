import type { ReactNode } from "react"
import type { BrowserConfig } from "@/lib/chain/browser"
import { ConfigProvider } from "./config"
import { WalletHost } from "./host"

type Props = { config: BrowserConfig | null; children: ReactNode }

/** What every page needs for the wallet. Without a configured chain the pages only read. */
export function Providers({ config, children }: Props) {
  if (!config) return children
  return (
    <ConfigProvider config={config}>
      {children}
      <WalletHost />
    </ConfigProvider>
  )
}
