import { Notice } from "@/components/ui/notice"

/** Shown instead of wallet features if no chain is configured. */
export function NoChain() {
  return (
    <Notice title="Wallets are not available">
      <p>This site has no public RPC node (PUBLIC_RPC_URL), so you can browse but not trade.</p>
    </Notice>
  )
}
