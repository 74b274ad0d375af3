import { Notice } from "@/components/ui/notice"
import { Time } from "@/components/ui/time"

type BlockedNoticeProps = { reason: string | null; createdAt: string }

/** The notice for a wallet that an admin has blocked. */
export const BlockedNotice = ({ reason, createdAt }: BlockedNoticeProps) => (
  <Notice title="This wallet is blocked" tone="bad">
    <p>
      An admin has blocked it since <Time format="dateTime" time={createdAt} />: it cannot report
      bugs, submit posts for points or claim from the faucet.
    </p>
    <p className="wrap-anywhere">
      {reason ? (
        <>
          Reason: <bdi>{reason}</bdi>
        </>
      ) : (
        "No reason was given."
      )}
    </p>
  </Notice>
)
