import type { ReactNode } from "react"
import { addressOf } from "@/app/portfolio/_parts/address"

type Props = { params: Promise<{ address: string }>; children: ReactNode }

/** Refuses what is no address before the skeleton is sent: after that, the status could not be 404. */
export default async function ProfileLayout({ params, children }: Props) {
  addressOf((await params).address)
  return children
}
