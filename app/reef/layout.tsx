import type { ReactNode } from "react"
import { DeskHost } from "@/components/reef/desk-host"

export default function ReefLayout({ children }: { children: ReactNode }) {
  return (
    <>
      {children}
      <DeskHost />
    </>
  )
}
