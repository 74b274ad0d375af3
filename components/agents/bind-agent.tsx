"use client"

import { useQuery } from "@tanstack/react-query"
import Link from "next/link"
import { useRouter } from "next/navigation"
import { useEffect } from "react"
import { FailureNotice } from "@/components/browser/failure-notice"
import { useWalletRequest } from "@/components/content/use-wallet-request"
import { Button, ButtonLink } from "@/components/ui/button"
import { Notice } from "@/components/ui/notice"
import { SignInPanel } from "@/components/wallet/session/sign-in-panel"
import { callApi } from "@/lib/api/client"

type Props = {
  agentId: number
  /** Until then it is unknown which agent Atoll keeps for the wallet. */
  isIndexed: boolean
  name: string
  wallet: string
}

/**
 * Opens the page of a new agent. A wallet has one agent on Atoll: where the index keeps another one, its owner
 * chooses.
 */
export function BindAgent({ agentId, isIndexed, name, wallet }: Props) {
  const router = useRouter()
  const { attempt, isPending, failure, isSignedIn } = useWalletRequest(wallet)
  const query = useQuery({
    queryKey: ["agent", wallet, agentId],
    queryFn: () => callApi("GET /api/agents/[address]", { params: { address: wallet } }),
    retry: 2,
    enabled: isIndexed,
  })
  const current = query.data?.agent
  const isBound = current?.agentId === agentId
  useEffect(() => {
    if (isBound) router.push(`/agents/${agentId}`)
  }, [isBound, agentId, router])
  if (query.isPending || isBound) {
    return (
      <Notice title={`Agent ${agentId} is registered`} tone="good">
        <p>
          <Link className="text-link" href={`/agents/${agentId}`}>
            Open its page
          </Link>
        </p>
      </Notice>
    )
  }
  const bind = () =>
    attempt(async (request) => {
      await request("POST /api/agents", { body: { wallet, agentId, name: name || undefined } })
      router.push(`/agents/${agentId}`)
    })
  return (
    <Notice title={`Agent ${agentId} is registered`} tone="info">
      <div className="grid gap-3 pt-1">
        <p>
          {current
            ? `This wallet’s agent on Atoll is number ${current.agentId}. A wallet has one: use the new one instead?`
            : "Tell Atoll that this wallet is the agent’s."}
        </p>
        {!isSignedIn && (
          <SignInPanel label={`Sign in and use agent ${agentId}`} onSignedIn={bind} />
        )}
        {failure && <FailureNotice failure={failure} />}
        <div className="flex flex-wrap gap-2">
          {isSignedIn && (
            <Button onClick={bind} pending={isPending}>
              Use agent {agentId}
            </Button>
          )}
          {current && (
            <ButtonLink href={`/agents/${current.agentId}`} variant="quiet">
              Keep agent {current.agentId}
            </ButtonLink>
          )}
          <ButtonLink href={`/agents/${agentId}`} variant="quiet">
            Open the page of agent {agentId}
          </ButtonLink>
        </div>
      </div>
    </Notice>
  )
}
