"use client"

import { useState } from "react"
import { IconButton } from "@/components/ui/button"
import { useWalletState } from "@/components/wallet/store"
import { DeleteDialog } from "./lazy-components"

type DeleteOwnProps = { id: number; author: string; hasTrade: boolean }

/** For the author alone: the way to delete a comment. */
export function DeleteOwn({ id, author, hasTrade }: DeleteOwnProps) {
  const { address } = useWalletState()
  const [isOpen, setOpen] = useState(false)
  if (address !== author) return null
  const close = () => setOpen(false)
  return (
    <>
      <IconButton icon="remove" iconSize={18} label="Delete" onClick={() => setOpen(true)} />
      {isOpen && (
        <DeleteDialog
          author={author}
          hasTrade={hasTrade}
          id={id}
          onClose={close}
          onDeleted={() => {
            close()
            document.getElementById("comments")?.focus()
          }}
        />
      )}
    </>
  )
}
