"use client"

import type { ReactNode } from "react"
import type { Failure } from "@/components/browser/failure"
import { FailureNotice } from "@/components/browser/failure-notice"
import { Button } from "@/components/ui/button"
import { Dialog } from "@/components/ui/dialog"

type ConfirmDialogProps = {
  title: string
  description: ReactNode
  /** Label of the button that confirms. */
  confirm: string
  isDangerous?: boolean
  isDisabled?: boolean
  isPending: boolean
  failure: Failure | null
  onConfirm: () => void
  onClose: () => void
  children?: ReactNode
}

/** A dialog with a button that confirms and one that cancels. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, description, confirm, isPending, failure, onConfirm, onClose, children } = props
  return (
    <Dialog
      description={description}
      footer={
        <div className="grid gap-2">
          {failure && <FailureNotice failure={failure} />}
          <div className="flex flex-wrap justify-end gap-2">
            <Button variant="secondary" onClick={onClose}>
              Cancel
            </Button>
            <Button
              disabled={props.isDisabled}
              variant={props.isDangerous ? "danger" : "primary"}
              onClick={onConfirm}
              pending={isPending}
            >
              {confirm}
            </Button>
          </div>
        </div>
      }
      isOpen
      onClose={onClose}
      title={title}
    >
      {children && <div className="grid gap-3 pt-2">{children}</div>}
    </Dialog>
  )
}
