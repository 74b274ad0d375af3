"use client"

import { useEffect, useState } from "react"
import { type Connector, useConnect, useConnectors } from "wagmi"
import { Dialog } from "@/components/ui/dialog"
import { Icon } from "@/components/ui/icon"
import { Notice } from "@/components/ui/notice"
import { Spinner } from "@/components/ui/spinner"
import { useBrowserConfig } from "./config"
import { DEVELOPMENT_WALLET_ID } from "./development-wallet"
import { describeFailure, type Failure } from "./failure"
import { FailureNotice } from "./failure-notice"

type Props = { isOpen: boolean; onOpen: () => void; onClose: () => void }

const WALLET_CONNECT_ID = "walletConnect"

export function ConnectDialog({ isOpen, onOpen, onClose }: Props) {
  const { chainId } = useBrowserConfig()
  const { mutateAsync, isPending, variables } = useConnect()
  const [failure, setFailure] = useState<Failure | null>(null)
  const connectors = useAvailableConnectors()

  const connect = async (connector: Connector) => {
    setFailure(null)
    // It shows a code in a window of its own, which an open modal dialog would cover.
    if (connector.id === WALLET_CONNECT_ID) onClose()
    try {
      await mutateAsync({ connector, chainId })
      onClose()
    } catch (error) {
      setFailure(describeFailure(error))
      onOpen()
    }
  }

  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="Connect a wallet">
      <div className="grid gap-3">
        <p className="text-sm text-muted">
          Connecting lets Atoll see your address and propose transactions. Each one waits for your
          consent in the wallet.
        </p>
        {connectors.length === 0 && <NoWallet />}
        <ul className="grid gap-2">
          {connectors.map((connector) => (
            <li key={connector.uid}>
              <WalletRow
                connector={connector}
                isPending={isPending && variables?.connector === connector}
                onConnect={() => connect(connector)}
              />
            </li>
          ))}
        </ul>
        {failure && <FailureNotice failure={failure} />}
      </div>
    </Dialog>
  )
}

type WalletRowProps = { connector: Connector; isPending: boolean; onConnect: () => void }

function WalletRow({ connector, isPending, onConnect }: WalletRowProps) {
  return (
    <button
      aria-busy={isPending || undefined}
      className="flex min-h-14 w-full items-center gap-3 rounded-control border border-line bg-surface px-3 text-left hover:border-line-strong hover:bg-sunken"
      disabled={isPending}
      onClick={onConnect}
      type="button"
    >
      {connector.icon ? (
        // biome-ignore lint/performance/noImgElement: a data URI handed over by the wallet
        <img
          alt=""
          className="size-8 rounded-lg"
          height={32}
          src={connector.icon.trim()}
          width={32}
        />
      ) : (
        <span className="flex size-8 items-center justify-center text-accent">
          <Icon name="wallet" />
        </span>
      )}
      <span className="grid min-w-0 flex-1">
        <span className="font-medium">
          {connector.id === "injected" ? "Browser wallet" : connector.name}
        </span>
        {descriptions[connector.id] && (
          <span className="text-xs text-muted">{descriptions[connector.id]}</span>
        )}
      </span>
      {isPending && <Spinner />}
    </button>
  )
}

const descriptions: Record<string, string> = {
  [DEVELOPMENT_WALLET_ID]: "Built in, funded, and only for this local chain",
  [WALLET_CONNECT_ID]: "A wallet on your phone, by QR code",
}

function NoWallet() {
  return (
    <Notice title="No wallet was found in this browser">
      <p>Install a wallet extension, or open this page in the browser of your wallet app.</p>
    </Notice>
  )
}

/** Announced wallets first; the nameless global one only when nothing was announced and it exists. */
function useAvailableConnectors(): readonly Connector[] {
  const connectors = useConnectors()
  const [hasGlobal, setHasGlobal] = useState(false)
  useEffect(() => setHasGlobal("ethereum" in window), [])
  const announced = connectors.filter(
    ({ id, type }) => type === "injected" && id !== "injected" && id !== DEVELOPMENT_WALLET_ID,
  )
  const others = connectors.filter(
    ({ id }) => id === DEVELOPMENT_WALLET_ID || id === WALLET_CONNECT_ID,
  )
  const global = connectors.filter(({ id }) => id === "injected")
  return [...announced, ...(announced.length === 0 && hasGlobal ? global : []), ...others]
}
