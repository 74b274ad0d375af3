"use client"

import { useBrowserConfig } from "@/components/chain/browser-config"
import { Card } from "@/components/ui/card"
import { CopyButton } from "@/components/ui/copy-button"

/** The link that names a wallet as referrer of whoever claims through it. */
export function ReferralLink({ wallet }: { wallet: string }) {
  const { baseUrl } = useBrowserConfig()
  const link = `${baseUrl}/faucet?ref=${wallet}`
  return (
    <Card title="Invite others">
      <p className="text-sm text-muted">
        Whoever makes the first claim through your link is counted as referred by you.
      </p>
      <p className="my-3 rounded-control bg-sunken p-3 font-mono text-sm break-all">{link}</p>
      <CopyButton label="Copy referral link" text={link} />
    </Card>
  )
}
