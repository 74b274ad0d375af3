"use client"

import { lazyWithWallet } from "@/components/wallet/lazy-with-wallet"
import { useWalletState } from "@/components/wallet/store"
import type { EditableProject } from "./editable-project"

const EditForm = lazyWithWallet(() => import("./edit-form").then((part) => part.EditForm), {
  fallback: null,
})

/** Edit button for a token's creator; null for everybody else. */
export function EditProject({ project }: { project: EditableProject }) {
  const { address } = useWalletState()
  return address === project.dev ? <EditForm project={project} /> : null
}
