"use client"

import { useState } from "react"
import type { Address } from "viem"
import { Button } from "@/components/ui/button"
import { shortAddress } from "@/lib/format"
import { useBrowserConfig } from "./config"
import { developmentAccounts } from "./development-accounts"
import { createFundedAccount, switchDevelopmentAccount } from "./development-wallet"
import { describeFailure, type Failure } from "./failure"
import { FailureNotice } from "./failure-notice"

/** The accounts of the wallet inside the page: switch between them, or make another. */
export function DevelopmentAccounts({ current }: { current: Address }) {
  const config = useBrowserConfig()
  const [isPending, setPending] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const others = developmentAccounts().filter(({ address }) => address.toLowerCase() !== current)

  const add = async () => {
    setPending(true)
    setFailure(null)
    await createFundedAccount(config).catch((error: unknown) => setFailure(describeFailure(error)))
    setPending(false)
  }

  return (
    <section className="grid gap-2">
      <h3 className="text-sm font-semibold">Development accounts</h3>
      <ul className="grid gap-1">
        {others.map(({ address }) => (
          <li key={address}>
            <Button
              className="w-full font-mono"
              look="secondary"
              onClick={() => switchDevelopmentAccount(address)}
            >
              Use {shortAddress(address.toLowerCase())}
            </Button>
          </li>
        ))}
      </ul>
      <Button look="quiet" onClick={add} pending={isPending}>
        Add a funded account
      </Button>
      {failure && <FailureNotice failure={failure} />}
    </section>
  )
}
