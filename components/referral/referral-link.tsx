"use client"

import { type ComponentType, useState } from "react"
import { FailureNotice } from "@/components/browser/failure-notice"
import { useAction } from "@/components/browser/use-action"
import { useBrowserConfig } from "@/components/chain/browser-config"
import { Button } from "@/components/ui/button"
import { CopyButton } from "@/components/ui/copy-button"
import type { QrCode } from "./qr-code"

/** A wallet's referral link, to copy, and as a QR code for a phone's camera. */
export function ReferralLink({ wallet }: { wallet: string }) {
  const { baseUrl } = useBrowserConfig()
  const link = `${baseUrl}/?ref=${wallet}`
  const code = useQrCode()
  return (
    <div className="grid justify-items-start gap-3">
      <p className="w-full rounded-control bg-sunken p-3 font-mono text-sm break-all">{link}</p>
      <div className="flex flex-wrap gap-2">
        <CopyButton label="Copy referral link" text={link} />
        <Button
          aria-expanded={code.Code !== null}
          onClick={code.toggle}
          pending={code.isPending}
          variant="secondary"
        >
          {code.Code ? "Hide QR code" : "Show QR code"}
        </Button>
      </div>
      {code.failure && <FailureNotice failure={code.failure} />}
      {code.Code && <code.Code label={`QR code of ${link}`} text={link} />}
    </div>
  )
}

/** The component, whose code is loaded when it is shown first. */
function useQrCode() {
  const [Code, setCode] = useState<ComponentType<Parameters<typeof QrCode>[0]> | null>(null)
  const { run, isPending, failure } = useAction()
  const show = async () => {
    const loaded = await import("./qr-code")
    setCode(() => loaded.QrCode)
  }
  return { Code, isPending, failure, toggle: () => (Code ? setCode(null) : void run(show)) }
}
