"use client"

import Link from "next/link"
import { Notice } from "@/components/ui/notice"
import { describeStatus } from "@/components/wallet/transactions/status"
import { useTransactions } from "@/components/wallet/transactions/store"
import { shortenAddress } from "@/lib/format"

/** This browser's record of a transaction that it sent. */
export function OwnTransaction({ hash }: { hash: string }) {
  const transaction = useTransactions().find(
    (one) => one.hash === hash || one.approval?.hash === hash,
  )
  if (!transaction) return null
  const { title, failure, from } = transaction
  return (
    <Notice title={`Sent from this browser: ${title}`}>
      <p>
        {describeStatus(transaction).label}, from{" "}
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
