"use client"

import { Skeleton } from "@/components/ui/states"
import { lazyWithWallet } from "@/components/wallet/lazy-with-wallet"
import type { DeleteDialogProps } from "./delete-dialog"
import type { SendCommentProps } from "./send-comment"

export const SendComment = lazyWithWallet<SendCommentProps>(
  () => import("./send-comment").then((part) => part.SendComment),
  { fallback: <Skeleton className="h-11 w-36" />, withoutChain: null },
)

export const DeleteDialog = lazyWithWallet<DeleteDialogProps>(
  () => import("./delete-dialog").then((part) => part.DeleteDialog),
  { fallback: null, withoutChain: null },
)
