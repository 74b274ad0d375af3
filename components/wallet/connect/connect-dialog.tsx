"use client"

import type { Connector } from "wagmi"
import { FailureNotice } from "@/components/browser/failure-notice"
import { useBrowserConfig } from "@/components/chain/browser-config"
import { CopyButton } from "@/components/ui/copy-button"
import { Dialog } from "@/components/ui/dialog"
import { Icon } from "@/components/ui/icon"
import { Spinner } from "@/components/ui/spinner"
import { DEVELOPMENT_WALLET_ID } from "@/components/wallet/development/wallet"
import { INJECTED_ID, useConnectWallet, useWalletConnectors } from "./use-connect-wallet"
import { WALLET_CONNECT_ID } from "./wallet-connect"

type Props = { isOpen: boolean; onClose: () => void }

export function ConnectDialog({ isOpen, onClose }: Props) {
  const { connector: pending, failure, connect, reset } = useConnectWallet()
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
    reset()
    onClose()
  }

  return (
    <Dialog
      description="Atoll can see your address and request transactions. You confirm each one in your wallet."
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
            Confirm the connection in your wallet. If it does not open, click its icon in your
            browser.
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
        // biome-ignore lint/performance/noImgElement: a data URI provided by the wallet
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
  [DEVELOPMENT_WALLET_ID]: "Built in and funded, for this local chain only",
  [WALLET_CONNECT_ID]: "Scan a QR code with a mobile wallet, or open its app",
}

function NoWalletFound() {
  const { baseUrl } = useBrowserConfig()
  return (
    <section className="grid gap-2 rounded-control bg-sunken p-3 text-sm">
      <h3 className="font-semibold">No wallet detected</h3>
      <p className="text-muted">
        On a computer, install a wallet as a browser extension and reload this page. Find one at{" "}
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
      <p className="text-muted">On a phone, open this site in the browser of your wallet app.</p>
      <CopyButton label="Copy site address" variant="quiet" text={baseUrl} />
    </section>
  )
}
