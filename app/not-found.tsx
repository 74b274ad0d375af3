import { NotFoundMessage, notFoundMetadata } from "./_parts/not-found"

export const metadata = notFoundMetadata("page")

/** Of every path that leads to no page. */
export default function NotFoundPage() {
  return <NotFoundMessage subject="page" />
}
