"use client"

import Link from "next/link"
import { postHref } from "@/components/reef/links"
import { usePermissions } from "@/components/reef/permissions"
import { Notice } from "@/components/ui/notice"
import { cleanTitle } from "@/lib/reef/text"

/** Tells authors that one of their posts was hidden, with a link to the reason. */
export function HiddenPostNotices() {
  const { permissions } = usePermissions()
  return permissions?.hidden.map(({ id, title }) => (
    <Notice key={id} title="Your post was hidden" tone="warning">
      <p className="wrap-anywhere">
        <bdi>{cleanTitle(title)}</bdi>
      </p>
      <Link
        className="text-link inline-flex min-h-11 items-center justify-self-start"
        href={postHref(id)}
        prefetch={false}
      >
        See why
      </Link>
    </Notice>
  ))
}
