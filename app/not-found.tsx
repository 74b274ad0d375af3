import { NotFoundMessage, notFoundMetadata } from "./_parts/not-found"

export const metadata = notFoundMetadata("page")

/** For every path without a page. */
export default function NotFoundPage() {
  return <NotFoundMessage subject="page" />
}
