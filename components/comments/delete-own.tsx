"use client"

import { useState } from "react"
import { IconButton } from "@/components/ui/button"
import { lazyWithWallet } from "@/components/wallet/lazy-with-wallet"
import { useWalletState } from "@/components/wallet/store"
import type { DeleteDialogProps } from "./delete-dialog"

const DeleteDialog = lazyWithWallet<DeleteDialogProps>(
  () => import("./delete-dialog").then((part) => part.DeleteDialog),
  { fallback: null, withoutChain: null },
)

type DeleteOwnProps = { id: number; author: string; hasTrade: boolean }

/** Button that deletes a comment, for its author. */
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
