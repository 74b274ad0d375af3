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
  /** Parameters to set; the others keep their values. */
  set?: Partial<TokenPageState>
  /** A parameter to reset: an undefined value in `set` would not be serialized. */
  clear?: keyof TokenPageState
  /** Changes the URL without a server request. */
  isLocal?: boolean
  isCurrent?: boolean
  /** The part of the page to go to. */
  hash?: string | undefined
  className?: string
  children: ReactNode
}

export function StateLink(props: StateLinkProps) {
  const { address, set, clear, isLocal = false, isCurrent = false, hash } = props
  const state = useTokenState()
  const nextState = { ...state, ...set, ...(clear && { [clear]: initialState[clear] }) }
  const href = tokenHref(address, nextState) + (hash ? `#${hash}` : "")
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

type StatePagesProps = {
  address: string
  /** The parameter that holds the position in the list. */
  name: "to" | "before" | "commentsBefore"
  /** The position of the older page; null or undefined on the last one. */
  older: string | number | null | undefined
  olderLabel: string
  newestLabel: string
  hash?: string
}

/** Links to the older page of a list and back to the newest. */
export function StatePages(props: StatePagesProps) {
  const { address, name, older, olderLabel, newestLabel, hash } = props
  const isNewest = useTokenState()[name] === undefined
  const link = { address, className: "text-link flex min-h-11 items-center text-sm", hash }
  return (
    <div className="flex justify-between gap-4">
      {older == null ? (
        <span />
      ) : (
        <StateLink {...link} set={{ [name]: older }}>
          {olderLabel}
        </StateLink>
      )}
      {!isNewest && (
        <StateLink {...link} clear={name}>
          {newestLabel}
        </StateLink>
      )}
    </div>
  )
}

/** The frame of a segmented control of links. */
export function ChoiceBar({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav aria-label={label} className="flex flex-wrap rounded-control bg-sunken p-0.5">
      {children}
    </nav>
  )
}

export const choiceStyle = (isCurrent: boolean) =>
  cn("figures choice", isCurrent ? "choice-current" : "text-muted hover:text-ink")

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
    <ChoiceBar label={label}>
      {options.map((option) => {
        const isCurrent = state[name] === option.value
        return (
          <StateLink
            address={address}
            className={choiceStyle(isCurrent)}
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
    </ChoiceBar>
  )
}
