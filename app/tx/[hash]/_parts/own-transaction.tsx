"use client"

import Link from "next/link"
import { Notice } from "@/components/ui/notice"
import { describeStatus } from "@/components/wallet/transactions/status"
import { useTransactions } from "@/components/wallet/transactions/store"
import { shortenAddress } from "@/lib/format"

/** What this browser remembers of it, where it was sent from here. */
export function OwnTransaction({ hash }: { hash: string }) {
  const entry = useTransactions().find((one) => one.hash === hash || one.approval?.hash === hash)
  if (!entry) return null
  const { title, failure, from } = entry
  return (
    <Notice title={`Sent from this browser: ${title}`}>
      <p>
        {describeStatus(entry).label}, by{" "}
        <Link className="text-link figures" href={`/wallets/${from}`} prefetch={false}>
          {shortenAddress(from)}
        </Link>
        .
      </p>
      {failure && (
        <p>
          {failure.sentence} {failure.remedy}
        </p>
      )}
    </Notice>
  )
}
