"use client"

import { type DialogProps, Modal } from "./dialog"

/** A dialog for longer tasks: a bottom sheet on phones, a side panel on wide screens. */
export function Sheet(props: DialogProps) {
  return (
    <Modal
      {...props}
      layout={{
        handle: true,
        panel:
          "inset-x-0 bottom-0 max-h-[92dvh] rounded-t-card sm:inset-y-0 sm:right-0 sm:left-auto sm:max-h-none sm:w-full sm:max-w-md sm:rounded-none sm:rounded-l-card motion-safe:animate-rise",
      }}
    />
  )
}
