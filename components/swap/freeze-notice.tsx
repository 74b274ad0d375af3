import { Notice } from "@/components/ui/notice"
import { formatUsd } from "@/lib/format"
import type { PoolState } from "./pool-state"

type FreezeNoticeProps = { freeze: NonNullable<PoolState["freeze"]>; hasWallet: boolean }

/** Who can buy a frozen token, and how much of its limit the wallet has left. */
export function FreezeNotice({ freeze, hasWallet }: FreezeNoticeProps) {
  return (
    <Notice title="Frozen: only whitelisted wallets can buy">
      {freeze.isWhitelisted ? (
        <p>Your wallet is whitelisted and can still buy for {formatUsd(freeze.leftUsd)}.</p>
      ) : (
        <p>
          {hasWallet
            ? "Your wallet is not on the whitelist. Every holder can sell."
            : "Connect a wallet to see whether it is on the whitelist."}
        </p>
      )}
    </Notice>
  )
}
