import type { ReactNode } from "react"
import { loadToken } from "./_parts/load"

type Props = { params: Promise<{ address: string }>; children: ReactNode }

/** Looks the token up before the skeleton is sent: after that, the status could not be 404 any more. */
export default async function TokenLayout({ params, children }: Props) {
  await loadToken((await params).address)
  return children
}
