"use client"

import { useQuery } from "@tanstack/react-query"
import { useEffect } from "react"
import { QueryFailure } from "@/components/browser/query-failure"
import { ButtonLink } from "@/components/ui/button"
import { Card } from "@/components/ui/card"
import { EmptyState, Skeleton } from "@/components/ui/states"
import { useSession } from "@/components/wallet/session/session"
import { SignInState } from "@/components/wallet/session/sign-in-state"
import { ApiClientError } from "@/lib/api/client"
import { MissingStates, UnreadableLogs } from "./index-lists"
import { ServiceState } from "./service-state"

const REFRESH_MS = 10_000

/** The state of the service for wallets of ADMIN_WALLETS; what others read here says nothing about it. */
export function OperatorPanel() {
  const { activeWallet, wallets, loadSession } = useSession()
  useEffect(loadSession, [loadSession])
  if (activeWallet) return <SignedIn key={activeWallet} wallet={activeWallet} />
  return (
    <Card>
      {wallets ? (
        <SignInState title="Sign in as the operator">
          The operator names the wallets that may read this page.
        </SignInState>
      ) : (
        <Skeleton className="h-64" />
      )}
    </Card>
  )
}

function SignedIn({ wallet }: { wallet: string }) {
  const { request } = useSession()
  const query = useQuery({
    queryKey: ["operator", wallet],
    queryFn: () => request("GET /api/internal/operator", {}),
    refetchInterval: ({ state }) => (isForbidden(state.error) ? false : REFRESH_MS),
    retry: false,
  })
  if (isForbidden(query.error)) {
    return (
      <Card>
        <EmptyState
          action={<ButtonLink href="/">Back to the start</ButtonLink>}
          icon="lock"
          title="For the operator only"
        >
          Whether the service works is at /api/health, for everybody.
        </EmptyState>
      </Card>
    )
  }
  return (
    <>
      <QueryFailure query={query} />
      {query.isPending && <Skeleton className="h-96" />}
      {query.data && (
        <>
          <ServiceState at={query.dataUpdatedAt} state={query.data} />
          <UnreadableLogs wallet={wallet} />
          <MissingStates wallet={wallet} />
        </>
      )}
    </>
  )
}

const isForbidden = (error: unknown) =>
  error instanceof ApiClientError && error.code === "NOT_ADMIN"
