import { Address } from "@/components/ui/address"
import { Notice } from "@/components/ui/notice"
import { shortenAddress } from "@/lib/format"

type ReferralNoticeProps = {
  invitedBy: string | null
  /** The wallet's current referrer. */
  referrer: string | null
  wallet: string | undefined
}

/** The effect of the referral link on this wallet. */
export function ReferralNotice({ invitedBy, referrer, wallet }: ReferralNoticeProps) {
  if (referrer) {
    return (
      <p className="flex flex-wrap items-center gap-x-1.5 text-sm text-muted">
        Referred by <Address address={referrer} href={`/wallets/${referrer}`} />. This is permanent.
      </p>
    )
  }
  if (!invitedBy) return null
  if (invitedBy === wallet) {
    return (
      <Notice title="This is your own referral link">
        <p>A wallet cannot refer itself. Your claim will have no referrer.</p>
      </Notice>
    )
  }
  return (
    <Notice title={`You were referred by ${shortenAddress(invitedBy)}`}>
      <p>Your first claim sets this wallet as your referrer permanently.</p>
    </Notice>
  )
}
