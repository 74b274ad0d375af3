"use client"

import { useEffect } from "react"
import type { ModalProps } from "./modal"
import { createPart } from "./part"

type DialogProps = Omit<ModalProps, "layout">

/** A modal dialog. Escape and a press outside close it. */
export function Dialog(props: DialogProps) {
  return <LazyModal {...props} layout="dialog" />
}

/** A dialog for longer tasks: a side panel on wide screens. */
export function Sheet(props: DialogProps) {
  return <LazyModal {...props} layout="sheet" />
}

const useModal = createPart(() => import("./modal").then(({ Modal }) => Modal))

function LazyModal(props: ModalProps) {
  const { Part: Modal, load } = useModal()
  const { isOpen } = props
  useEffect(() => {
    if (isOpen) void load()
  }, [isOpen, load])
  return Modal && <Modal {...props} />
}
