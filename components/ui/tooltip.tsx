"use client"

import { type PointerEvent, type ReactNode, useEffect, useRef, useState } from "react"
import { Icon } from "./icon"
import { createPart } from "./part"

type InfoTipProps = {
  /** Accessible name: "About slippage". */
  label: string
  children: ReactNode
}

/** Keeps it open while the pointer moves from the button to the explanation. */
const CROSSING_MS = 200

const useOpenTip = createPart(() => import("./open-tip").then(({ OpenTip }) => OpenTip))

/** An explanation behind an info button: opens on hover, keyboard focus and press. Its code is fetched then. */
export function InfoTip({ label, children }: InfoTipProps) {
  const { Part: OpenTip, load } = useOpenTip()
  const button = useRef<HTMLButtonElement>(null)
  const { isOpen, setOpen, hover, isHovered } = useHover()
  useEffect(() => {
    if (isOpen) void load()
  }, [isOpen, load])
  return (
    <>
      <button
        aria-expanded={isOpen}
        aria-haspopup="dialog"
        aria-label={label}
        className="relative inline-flex size-6 items-center justify-center rounded-full align-text-bottom text-muted before:absolute before:-inset-2.5 hover:text-ink"
        onBlur={() => setOpen(false)}
        // A press does not close a tooltip that the same mouse opened by hovering.
        onClick={() => setOpen((open) => isHovered() || !open)}
        onFocus={(event) => event.currentTarget.matches(":focus-visible") && setOpen(true)}
        ref={button}
        type="button"
        {...hover}
      >
        <Icon name="info" size={16} />
      </button>
      {isOpen && OpenTip && (
        <OpenTip button={button} hover={hover} label={label} onClose={() => setOpen(false)}>
          {children}
        </OpenTip>
      )}
    </>
  )
}

/** Open while a mouse is over the button or the explanation. Touch opens it by press. */
function useHover() {
  const [isOpen, setOpen] = useState(false)
  const closing = useRef<ReturnType<typeof setTimeout>>(undefined)
  const hovered = useRef(false)
  useEffect(() => () => clearTimeout(closing.current), [])
  const hover = {
    onPointerEnter: ({ pointerType }: PointerEvent) => {
      if (pointerType !== "mouse") return
      clearTimeout(closing.current)
      hovered.current = true
      setOpen(true)
    },
    onPointerLeave: ({ pointerType }: PointerEvent) => {
      if (pointerType !== "mouse") return
      hovered.current = false
      closing.current = setTimeout(() => setOpen(false), CROSSING_MS)
    },
  }
  return { isOpen, setOpen, hover, isHovered: () => hovered.current }
}
