"use client"

import { ReferralLink } from "@/components/referral/referral-link"
import { Card } from "@/components/ui/card"

/** The wallet's referral link and whom it brought. */
export function ReferralsCard({ wallet }: { wallet: string }) {
  return (
    <Card title="Referrals">
      <div className="grid grid-cols-1 gap-4">
        <p className="text-sm text-muted">
          You become the referrer of each wallet that makes its first claim at the faucet after
          opening this link, on any page and at any time. Their own first link counts.
        </p>
        <ReferralLink wallet={wallet} />
      </div>
    </Card>
  )
}
