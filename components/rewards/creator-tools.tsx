"use client"

import { Tabs } from "@/components/ui/tabs"
import { useWallet } from "@/components/wallet/use-wallet"
import { WrongChain } from "@/components/wallet/wrong-chain"
import { LiftFreeze } from "./lift-freeze"
import type { PanelToken } from "./panel-token"
import { SurgeTool } from "./surge-tool"
import type { PanelEntry } from "./whitelist-panel"
import { WhitelistTool } from "./whitelist-tool"

export type CreatorToolsProps = {
  token: PanelToken
  frozen: boolean | null
  /** Of the whitelist: the newest. */
  entries: readonly PanelEntry[]
}

export function CreatorTools({ token, frozen, entries }: CreatorToolsProps) {
  const wallet = useWallet()
  // The address may be a hint from before; the tools need the wallet itself.
  if (wallet.address !== token.dev) return null
  if (wallet.isWrongChain) return <WrongChain />
  const surge = { id: "surge", label: "Surge tax", content: <SurgeTool token={token} /> }
  if (!frozen) return surge.content
  return (
    <Tabs
      label="Creator’s tools"
      tabs={[
        {
          id: "whitelist",
          label: "Whitelist",
          content: <WhitelistTool entries={entries} token={token} />,
        },
        { id: "opening", label: "Opening", content: <LiftFreeze token={token} /> },
        surge,
      ]}
    />
  )
}
