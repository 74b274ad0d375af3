"use client"

import { useCallback } from "react"
import { useSession } from "@/components/wallet/session/session"
import { dataUrlToBlob } from "./picture"
import type { ProjectTexts } from "./project-texts"

/** What a creator wants stored. Texts that are absent stay as they are, empty ones are cleared. */
export type ProjectContent = Partial<ProjectTexts> & {
  /** A data URL, or null to keep the picture that is there. */
  picture: string | null
}

/** Stores what a creator says about a token, in the name of the wallet that created it. */
export function useSaveContent(address: string) {
  const { request } = useSession()
  return useCallback(
    async ({ picture, ...texts }: ProjectContent) => {
      const body = new FormData()
      for (const [name, text] of Object.entries(texts)) body.append(name, text.trim())
      if (picture) body.append("image", dataUrlToBlob(picture), "picture")
      await request("POST /api/projects/[address]", { params: { address }, body })
    },
    [address, request],
  )
}
