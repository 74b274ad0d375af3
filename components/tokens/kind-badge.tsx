import { Badge } from "@/components/ui/figures"
import type { TokenKind } from "@/lib/tokens/schema"

type KindBadgeProps = { kind: TokenKind; multiplier: number }

export function KindBadge({ kind, multiplier }: KindBadgeProps) {
  return <Badge>{kind === "stable" ? "Stable+" : `Floor+ ${multiplier}`}</Badge>
}
