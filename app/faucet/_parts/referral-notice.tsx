import { Address } from "@/components/ui/address"
import { Notice } from "@/components/ui/notice"
import { shortenAddress } from "@/lib/format"

type Props = { invitedBy: string | null; referrer: string | null; wallet: string | undefined }

/** What the invitation in the link means for this wallet. */
export function ReferralNotice({ invitedBy, referrer, wallet }: Props) {
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
      <Notice title="This is your own invitation">
        <p>A wallet cannot refer itself; your claim goes without a referrer.</p>
      </Notice>
    )
  }
  return (
    <Notice title={`You were invited by ${shortenAddress(invitedBy)}`}>
      <p>Your first claim names that wallet as your referrer, once and for ever.</p>
    </Notice>
  )
}
