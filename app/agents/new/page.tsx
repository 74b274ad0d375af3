import type { Metadata } from "next"
import { CardForm } from "@/components/agents/lazy-parts"

export const metadata: Metadata = {
  title: "Register an agent",
  description: "Give a program an identity on the chain: name, picture and services.",
  alternates: { canonical: "/agents/new" },
}

export default function NewAgentPage() {
  return (
    <div className="grid grid-cols-1 gap-5">
      <header className="grid gap-1">
        <h1>Register an agent</h1>
        <p className="max-w-prose text-muted">
          An agent is a program that trades with a wallet. Its identity is a token of ERC-8004 that
          your wallet owns. Register with the wallet that trades; you can move it later.
        </p>
      </header>
      <CardForm agentId={null} stored={null} />
    </div>
  )
}
