import { Notice } from "@/components/ui/notice"

/** Why an X account was not linked: X sends back to this page. */
const reasons: Readonly<Record<string, string>> = {
  access_denied:
    "X was not allowed to tell who you are. Start again if that was not what you wanted.",
  invalid_state: "The link took too long or was opened in another browser. Start again.",
  exchange_failed: "X did not confirm the account. Start again.",
  wallet_already_linked: "This wallet has an X account already. Unlink it first.",
  account_already_linked:
    "This X account belongs to another wallet, or did until less than 30 days ago.",
  upstream_unavailable: "X cannot be reached at the moment. Try again later.",
}

export function LinkFailure({ code }: { code: string | null }) {
  const reason = code === null ? undefined : reasons[code]
  if (!reason) return null
  return (
    <Notice
      action={
        <a className="text-link inline-flex min-h-11 items-center" href="/account#linked">
          Linked accounts
        </a>
      }
      title="The X account was not linked"
      tone="bad"
    >
      <p>{reason}</p>
    </Notice>
  )
}
