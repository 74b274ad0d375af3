"use client"

import Link from "next/link"
import { Notice } from "@/components/ui/notice"
import { useTray } from "@/components/wallet/tray"
import { standingOf } from "@/components/wallet/tray-words"
import { shortAddress } from "@/lib/format"

/** What this browser remembers of it, where it was sent from here. */
export function OwnTransaction({ hash }: { hash: string }) {
  const entry = useTray().find((one) => one.hash === hash || one.approval?.hash === hash)
  if (!entry) return null
  const { title, failure, from } = entry
  return (
    <Notice title={`Sent from this browser: ${title}`}>
      <p>
        {standingOf(entry).word}, by{" "}
        <Link className="text-link figures" href={`/wallets/${from}`} prefetch={false}>
          {shortAddress(from)}
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
