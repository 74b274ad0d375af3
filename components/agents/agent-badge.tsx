import Link from "next/link"
import { Badge } from "@/components/ui/figures"

/** Beside a wallet's name: leads to the agent that is registered for it. */
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
