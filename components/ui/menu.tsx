"use client"

import { cloneElement, useState } from "react"
import type { MenuProps } from "./open-menu"
import { createPart } from "./part"

const useOpenMenu = createPart(() => import("./open-menu").then(({ OpenMenu }) => OpenMenu))

/** A menu behind a button. Its code is fetched when the button is pointed at. */
export function Menu(props: MenuProps) {
  const { Part: OpenMenu, load } = useOpenMenu()
  const [wasPressed, setPressed] = useState(false)
  if (wasPressed && OpenMenu) return <OpenMenu {...props} />
  const open = () => {
    setPressed(true)
    void load()
  }
  return cloneElement(props.trigger, {
    "aria-haspopup": "menu",
    "aria-expanded": false,
    onClick: open,
    onFocus: () => void load(),
    onKeyDown: ({ key }) => {
      if (key === "ArrowDown") open()
    },
    onPointerEnter: () => void load(),
  })
}
