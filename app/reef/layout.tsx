import type { ReactNode } from "react"
import { SignInGate } from "@/components/reef/sign-in-gate"

export default function ReefLayout({ children }: { children: ReactNode }) {
  return (
    <>
      {children}
      <SignInGate />
    </>
  )
}
