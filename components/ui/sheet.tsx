"use client"

import { type DialogProps, Modal } from "./dialog"

/** For longer tasks: rises from the lower edge on phones, stands at the right side on wide screens. */
export function Sheet(props: DialogProps) {
  return (
    <Modal
      {...props}
      shape={{
        handle: true,
        panel:
          "inset-x-0 bottom-0 max-h-[92dvh] rounded-t-card sm:inset-y-0 sm:right-0 sm:left-auto sm:max-h-none sm:w-full sm:max-w-md sm:rounded-none sm:rounded-l-card motion-safe:animate-rise",
      }}
    />
  )
}
