import { Notice } from "@/components/ui/notice"

/** Stands in for everything that needs the chain where none is configured. */
export function NoChain() {
  return (
    <Notice title="This needs a node that browsers may use">
      <p>The operator has not named one (PUBLIC_RPC_URL). Reading works; transactions do not.</p>
    </Notice>
  )
}
