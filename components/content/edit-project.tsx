"use client"

import { lazyWithWallet } from "@/components/wallet/lazy-with-wallet"
import { useWalletState } from "@/components/wallet/store"
import type { EditableProject } from "./edit-form"

const EditForm = lazyWithWallet(() => import("./edit-form").then((part) => part.EditForm), {
  fallback: null,
})

/** The way for a token's creator to change its picture, description and links; for everybody else nothing. */
export function EditProject({ project }: { project: EditableProject }) {
  const { address } = useWalletState()
  return address === project.dev ? <EditForm project={project} /> : null
}
