import Link from "next/link"
import { Badge } from "@/components/ui/figures"

/** A badge beside a wallet's name that links to the agent registered for it. */
export function AgentBadge({ wallet }: { wallet: string }) {
  return (
    <Link
      className="relative z-1 inline-flex min-h-11 min-w-11 items-center justify-center underline-offset-3 hover:underline"
      href={`/agents/${wallet}`}
      prefetch={false}
    >
      <Badge>Agent</Badge>
    </Link>
  )
}
