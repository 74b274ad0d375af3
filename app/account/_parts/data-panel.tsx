"use client"

/** Export and deletion of what is stored about the active wallet. */
export function DataPanel() {
  return null
}
