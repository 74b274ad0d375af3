"use client"

import type { Address } from "viem"
import { FailureNotice } from "@/components/browser/failure-notice"
import { useAction } from "@/components/browser/use-action"
import { useBrowserConfig } from "@/components/chain/browser-config"
import { Button } from "@/components/ui/button"
import { shortenAddress } from "@/lib/format"
import { listDevelopmentAccounts } from "./accounts"
import { createFundedAccount, switchDevelopmentAccount } from "./wallet"

/** Switches between the accounts of the development wallet, or adds one. */
export function DevelopmentAccounts({ current }: { current: Address }) {
  const config = useBrowserConfig()
  const { run, isPending, failure } = useAction()
  const others = listDevelopmentAccounts().filter(
    ({ address }) => address.toLowerCase() !== current,
  )
  return (
    <section className="grid gap-2">
      <h3 className="text-sm font-semibold">Development accounts</h3>
      <ul className="grid gap-1">
        {others.map(({ address }) => (
          <li key={address}>
            <Button
              className="w-full font-mono"
              variant="secondary"
              onClick={() => switchDevelopmentAccount(address)}
            >
              Use {shortenAddress(address.toLowerCase())}
            </Button>
          </li>
        ))}
      </ul>
      <Button
        variant="quiet"
        onClick={() => run(() => createFundedAccount(config))}
        pending={isPending}
      >
        Add a funded account
      </Button>
      {failure && <FailureNotice failure={failure} />}
    </section>
  )
}
