import { KindBadge } from "@/components/tokens/kind-badge"
import { Badge } from "@/components/ui/figures"
import { Icon } from "@/components/ui/icon"
import type { TokenCard } from "@/lib/tokens/schema"

/** The pool type of a token, and its freeze, surge tax and vetting. */
export function TokenBadges({ token }: { token: TokenCard }) {
  return (
    <>
      <KindBadge kind={token.kind} multiplier={token.multiplier} />
      {token.frozen && (
        <Badge tone="warning">
          <Icon name="snow" size={12} />
          Whitelist only
        </Badge>
      )}
      {token.surgeEndsAt && (
        <Badge tone="warning">
          <Icon name="surge" size={12} />
          Surge tax
        </Badge>
      )}
      {token.vetted && (
        <Badge tone="up">
          <Icon name="safe" size={12} />
          Vetted
        </Badge>
      )}
    </>
  )
}
