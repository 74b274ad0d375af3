"use client"

import type { Connector } from "wagmi"
import { FailureNotice } from "@/components/browser/failure-notice"
import { useBrowserConfig } from "@/components/chain/browser-config"
import { CopyButton } from "@/components/ui/copy-button"
import { Dialog } from "@/components/ui/dialog"
import { Icon } from "@/components/ui/icon"
import { Spinner } from "@/components/ui/spinner"
import { DEVELOPMENT_WALLET_ID } from "@/components/wallet/development/wallet"
import { useConnectWallet } from "./use-connect-wallet"
import { INJECTED_ID, useWalletConnectors } from "./use-connectors"
import { WALLET_CONNECT_ID } from "./wallet-connect"

type Props = { isOpen: boolean; onClose: () => void }

/** The wallets to choose from, and what to do where there is none. */
export function ConnectDialog({ isOpen, onClose }: Props) {
  const { connector: pending, failure, connect, forget } = useConnectWallet()
  const { installed, others } = useWalletConnectors()
  const rows = (connectors: readonly Connector[]) => (
    <ul className="grid gap-2">
      {connectors.map((connector) => (
        <li key={connector.uid}>
          <WalletRow
            connector={connector}
            isPending={pending === connector.uid}
            onConnect={() => connect(connector)}
          />
        </li>
      ))}
    </ul>
  )
  const close = () => {
    forget()
    onClose()
  }

  return (
    <Dialog
      description="Connecting lets Atoll see your address and propose transactions. Each one waits for your consent in the wallet."
      isOpen={isOpen}
      onClose={close}
      title="Connect a wallet"
    >
      <div className="grid gap-3">
        {failure && <FailureNotice failure={failure} />}
        {installed.length > 0 ? rows(installed) : <NoWalletFound />}
        {others.length > 0 && rows(others)}
        {pending && (
          <p className="text-sm text-muted" role="status">
            Answer in your wallet. If it does not open by itself, look for its icon in the browser.
          </p>
        )}
      </div>
    </Dialog>
  )
}

type WalletRowProps = { connector: Connector; isPending: boolean; onConnect: () => void }

function WalletRow({ connector, isPending, onConnect }: WalletRowProps) {
  const { id, icon, name } = connector
  return (
    <button
      aria-busy={isPending || undefined}
      className="flex min-h-14 w-full items-center gap-3 rounded-control border border-line bg-surface px-3 text-left hover:border-line-strong hover:bg-sunken"
      disabled={isPending}
      onClick={onConnect}
      type="button"
    >
      {icon ? (
        // biome-ignore lint/performance/noImgElement: a data URI handed over by the wallet
        <img alt="" className="size-8 rounded-lg" height={32} src={icon.trim()} width={32} />
      ) : (
        <span className="flex size-8 items-center justify-center text-accent">
          <Icon name="wallet" />
        </span>
      )}
      <span className="grid min-w-0 flex-1">
        <span className="truncate font-medium">{id === INJECTED_ID ? "Browser wallet" : name}</span>
        {descriptions[id] && <span className="text-xs text-muted">{descriptions[id]}</span>}
      </span>
      {isPending && <Spinner />}
    </button>
  )
}

const descriptions: Record<string, string> = {
  [DEVELOPMENT_WALLET_ID]: "Built in, funded, and only for this local chain",
  [WALLET_CONNECT_ID]: "A wallet on your phone: scan a code, or open its app",
}

function NoWalletFound() {
  const { baseUrl } = useBrowserConfig()
  return (
    <section className="grid gap-2 rounded-control bg-sunken p-3 text-sm">
      <h3 className="font-semibold">No wallet was found in this browser</h3>
      <p className="text-muted">
        A wallet is an app that keeps your keys. On a computer, install one as a browser extension
        and reload this page; a list is at{" "}
        <a
          className="text-link"
          href="https://ethereum.org/wallets/find-wallet/"
          rel="noreferrer"
          target="_blank"
        >
          ethereum.org
        </a>
        .
      </p>
      <p className="text-muted">
        On a phone, copy the address of this site and open it in the browser of your wallet app.
      </p>
      <CopyButton label="Copy the address of this site" variant="quiet" text={baseUrl} />
    </section>
  )
}
