"use client"

import { readContract } from "viem/actions"
import { WhitelistTool } from "@/components/access-list/whitelist-tool"
import { useChainQuery } from "@/components/chain/use-chain-query"
import { Skeleton } from "@/components/ui/states"
import { Tabs } from "@/components/ui/tabs"
import { WrongChain } from "@/components/wallet/connect/wrong-chain"
import { useWallet } from "@/components/wallet/use-wallet"
import { toAddress } from "@/lib/chain/browser"
import { factoryTokenAbi } from "@/lib/chain/generated/FactoryToken"
import { DisableFreeze } from "./disable-freeze"
import type { PanelToken } from "./panel-token"
import { SurgeTool } from "./surge-tool"
import type { PanelEntry } from "./whitelist-panel"

export type CreatorToolsProps = {
  token: PanelToken
  /** As indexed, until it is read from the chain. */
  frozen: boolean | null
  /** The newest whitelist entries. */
  entries: readonly PanelEntry[]
}

export function CreatorTools({ token, frozen, entries }: CreatorToolsProps) {
  const wallet = useWallet()
  const address = toAddress(token.address)
  const { data: isFrozen = frozen } = useChainQuery({
    key: ["frozen", address],
    read: (client) =>
      readContract(client, { address, abi: factoryTokenAbi, functionName: "frozen" }),
  })
  // Before the wallet has reconnected its address is only the stored one.
  if (wallet.address !== token.dev) return null
  if (wallet.isWrongChain) return <WrongChain />
  if (isFrozen === null) return <Skeleton className="h-64" />
  const surge = { id: "surge", label: "Surge tax", content: <SurgeTool token={token} /> }
  const list = {
    id: "whitelist",
    label: "Whitelist",
    content: <WhitelistTool entries={entries} token={token} />,
  }
  // Also shown after unfreezing, with the result of the transaction.
  const unfreeze = {
    id: "unfreeze",
    label: "Unfreeze",
    content: <DisableFreeze isFrozen={isFrozen} token={token} />,
  }
  return (
    <Tabs label="Creator tools" tabs={isFrozen ? [list, unfreeze, surge] : [surge, unfreeze]} />
  )
}
