import type { ReactNode } from "react"
import { ConfigProvider } from "@/components/chain/browser-config"
import type { BrowserConfig } from "@/lib/chain/browser"
import { WalletRoot } from "./wallet-root"

type Props = { config: BrowserConfig | null; children: ReactNode }

/** What every page needs for the wallet. Without a configured chain the pages only read. */
export function Providers({ config, children }: Props) {
  if (!config) return children
  return (
    <ConfigProvider config={config}>
      {children}
      <WalletRoot />
    </ConfigProvider>
  )
}
