"use client"

import { useQuery } from "@tanstack/react-query"
import { useEffect } from "react"
import { QueryFailure } from "@/components/browser/query-failure"
import { Card } from "@/components/ui/card"
import { Skeleton } from "@/components/ui/states"
import { BlockedNotice } from "@/components/wallet/blocked-notice"
import { useSession } from "@/components/wallet/session/session"
import { SignInState } from "@/components/wallet/session/sign-in-state"
import { AllReports } from "./all-reports"
import { OwnReports } from "./own-reports"
import { ReportForm } from "./report-form"

/** The form and the wallet's own reports; admins also see all reports. */
export function BugsPanel() {
  const { activeWallet, wallets, loadSession } = useSession()
  useEffect(loadSession, [loadSession])
  if (activeWallet) return <SignedIn key={activeWallet} wallet={activeWallet} />
  return (
    <Card title="New report">
      {wallets ? (
        <SignInState title="Sign in to report a bug">
          Reports belong to a wallet, so that you can see what became of them. Signing in is free.
        </SignInState>
      ) : (
        <Skeleton className="h-64" />
      )}
    </Card>
  )
}

function SignedIn({ wallet }: { wallet: string }) {
  const { request } = useSession()
  const restriction = useQuery({
    queryKey: ["own restriction", wallet],
    queryFn: () => request("GET /api/internal/wallets/block", {}),
    retry: false,
  })
  const { data } = restriction
  return (
    <>
      <QueryFailure query={restriction} />
      {data?.isAdmin && <AllReports wallet={wallet} />}
      <Card title="New report">
        {!data ? (
          <Skeleton className="h-96" />
        ) : data.block ? (
          <BlockedNotice {...data.block} />
        ) : (
          <ReportForm wallet={wallet} />
        )}
      </Card>
      <OwnReports wallet={wallet} />
    </>
  )
}
