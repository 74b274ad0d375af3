"use client"

import type { NetworkSettings } from "@/lib/social/config"
import { MoltbookCard } from "./moltbook-card"
import { XCard } from "./x-card"

/** The wallet's proven accounts at other networks. `settings` come from the server, with the page. */
export const LinkedAccounts = ({
  wallet,
  settings,
}: {
  wallet: string
  settings: NetworkSettings
}) => (
  <>
    <XCard settings={settings.x} wallet={wallet} />
    <MoltbookCard settings={settings.moltbook} wallet={wallet} />
  </>
)
