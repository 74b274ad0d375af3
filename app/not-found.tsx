import type { Metadata } from "next"
import { headers } from "next/headers"
import { subjects } from "@/lib/page-existence"
import { MISSING_HEADER } from "@/lib/pages/page-state"
import { NotFound, notFoundMetadata } from "./_parts/not-found"

/** The title of every page that is answered with 404. */
export async function generateMetadata(): Promise<Metadata> {
  const missing = (await headers()).get(MISSING_HEADER)
  return notFoundMetadata(subjects.find((subject) => subject === missing) ?? "page")
}

/** For every path without a page. */
export default function NotFoundPage() {
  return <NotFound subject="page" />
}
