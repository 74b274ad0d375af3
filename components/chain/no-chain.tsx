import { Notice } from "@/components/ui/notice"

/** Shown instead of what needs the chain if none is configured. */
export function NoChain() {
  return (
    <Notice title="Wallets are not available">
      <p>This site has no public RPC node configured (PUBLIC_RPC_URL). You can only browse.</p>
    </Notice>
  )
}
