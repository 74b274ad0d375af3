"use client"

import Link from "next/link"
import { useSearchParams } from "next/navigation"
import type { MouseEvent, ReactNode } from "react"
import { cn } from "@/components/ui/cn"
import { initialState, parsePageState, type TokenPageState, tokenHref } from "./links"

/** The state in the URL, including changes made without a server request. */
export function useTokenState(): TokenPageState {
  const parameters = useSearchParams()
  return parsePageState((name) => parameters.get(name))
}

type StateLinkProps = {
  address: string
  /** Parameters to set; the others stay. */
  set?: Partial<TokenPageState>
  /** A parameter to reset: an undefined value in `set` would not be serialized. */
  clear?: keyof TokenPageState
  /** Changes the URL without a server request. */
  isLocal?: boolean
  isCurrent?: boolean
  /** The part of the page to go to. */
  hash?: string
  className?: string
  children: ReactNode
}

export function StateLink(props: StateLinkProps) {
  const { address, set, clear, isLocal = false, isCurrent = false, hash } = props
  const state = useTokenState()
  const wanted = { ...state, ...set, ...(clear && { [clear]: initialState[clear] }) }
  const href = tokenHref(address, wanted) + (hash ? `#${hash}` : "")
  const stay = (event: MouseEvent) => {
    if (!isLocal || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    window.history.replaceState(null, "", href)
  }
  return (
    <Link
      aria-current={isCurrent ? "true" : undefined}
      className={props.className}
      href={href}
      onClick={stay}
      prefetch={false}
      scroll={hash !== undefined}
    >
      {props.children}
    </Link>
  )
}

type StateChoiceProps<K extends keyof TokenPageState> = {
  address: string
  label: string
  name: K
  options: readonly { value: TokenPageState[K]; label: string }[]
  /** A parameter to reset when the value changes. */
  clear?: keyof TokenPageState
  isLocal?: boolean
}

/** A segmented control of links, its value in the URL. */
export function StateChoice<K extends keyof TokenPageState>(props: StateChoiceProps<K>) {
  const { address, label, name, options, clear, isLocal } = props
  const state = useTokenState()
  return (
    <nav aria-label={label} className="flex flex-wrap rounded-control bg-sunken p-0.5">
      {options.map((option) => {
        const isCurrent = state[name] === option.value
        return (
          <StateLink
            address={address}
            className={cn(
              "figures flex min-h-11 min-w-11 items-center justify-center rounded-control px-2 text-sm font-medium",
              isCurrent ? "bg-raised text-ink shadow-card" : "text-muted hover:text-ink",
            )}
            isCurrent={isCurrent}
            isLocal={isLocal}
            key={option.label}
            set={{ [name]: option.value }}
            {...(clear && { clear })}
          >
            {option.label}
          </StateLink>
        )
      })}
    </nav>
  )
}
