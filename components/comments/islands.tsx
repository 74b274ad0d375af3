"use client"

import { Skeleton } from "@/components/ui/states"
import { walletIsland } from "@/components/wallet/island"
import type { DeleteDialogProps } from "./delete-dialog"
import type { SendCommentProps } from "./send-comment"

export const SendComment = walletIsland<SendCommentProps>(
  () => import("./send-comment").then((part) => part.SendComment),
  { fallback: <Skeleton className="h-11 w-36" />, withoutChain: null },
)

export const DeleteDialog = walletIsland<DeleteDialogProps>(
  () => import("./delete-dialog").then((part) => part.DeleteDialog),
  { fallback: null, withoutChain: null },
)
