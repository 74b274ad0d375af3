"use client"

import { type ComponentType, type ReactNode, useEffect } from "react"
import { useStore } from "zustand"
import { createStore, type StoreApi } from "zustand/vanilla"
import { useOptionalConfig } from "@/components/chain/browser-config"
import { NoChain } from "@/components/chain/no-chain"
import { Button } from "@/components/ui/button"
import { Notice } from "@/components/ui/notice"
import type { BrowserConfig } from "@/lib/chain/browser"
import type { WalletRuntime } from "./runtime"
import { loadWallet } from "./store"

type Loaded<P> = {
  runtime: WalletRuntime
  Providers: ComponentType<{ runtime: WalletRuntime; children: ReactNode }>
  Part: ComponentType<P>
}

type LoadState<P> = { loaded: Loaded<P> | null; hasFailed: boolean }

type Options<P> = {
  /** Shown until the code is loaded; it should have the size of the component. */
  fallback: ReactNode | ((props: P) => ReactNode)
  /** Shown instead if no chain is configured. */
  withoutChain?: ReactNode
}

type LazySource<P> = Required<Options<P>> & {
  store: StoreApi<LoadState<P>>
  load: (config: BrowserConfig) => Promise<void>
}

/**
 * A component that is loaded after the page, together with the wallet code. Only inside of it do wagmi's hooks and
 * the hooks built on them work; elsewhere use the store. Call it at the top level of a client module:
 * `export const Ticket = lazyWithWallet(() => import("./ticket").then(({ Ticket }) => Ticket), { fallback })`.
 */
export function lazyWithWallet<P extends object>(
  importPart: () => Promise<ComponentType<P>>,
  { fallback, withoutChain = <NoChain /> }: Options<P>,
) {
  const store = createStore<LoadState<P>>()(() => ({ loaded: null, hasFailed: false }))
  const source = { fallback, withoutChain, store, load: createLoader(store, importPart) }
  return (props: P) => <LazyPart props={props} source={source} />
}

function createLoader<P>(
  store: StoreApi<LoadState<P>>,
  importPart: () => Promise<ComponentType<P>>,
) {
  let isLoading = false
  return async (config: BrowserConfig) => {
    if (isLoading || store.getState().loaded) return
    isLoading = true
    try {
      const [{ startRuntime, RuntimeProviders }, Part] = await Promise.all([
        import("./runtime"),
        importPart(),
      ])
      const loaded = { runtime: startRuntime(config), Providers: RuntimeProviders, Part }
      store.setState({ loaded, hasFailed: false })
    } catch {
      // A chunk could not be fetched.
      store.setState({ hasFailed: true })
    } finally {
      isLoading = false
    }
  }
}

function LazyPart<P extends object>({ source, props }: { source: LazySource<P>; props: P }) {
  const { store, load, fallback, withoutChain } = source
  const config = useOptionalConfig()
  const { loaded, hasFailed } = useStore(store)
  useEffect(() => {
    if (!config) return
    loadWallet()
    void load(config)
  }, [config, load])
  if (!config) return withoutChain
  if (loaded) {
    const { Providers, Part, runtime } = loaded
    return (
      <Providers runtime={runtime}>
        <Part {...props} />
      </Providers>
    )
  }
  if (hasFailed) return <LoadFailure onRetry={() => load(config)} />
  return typeof fallback === "function" ? fallback(props) : fallback
}

function LoadFailure({ onRetry }: { onRetry: () => void }) {
  return (
    <Notice
      action={
        <Button onClick={onRetry} variant="secondary">
          Try again
        </Button>
      }
      title="This section failed to load"
      tone="bad"
    >
      <p>Check your connection and try again.</p>
    </Notice>
  )
}
