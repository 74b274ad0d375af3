import { toast } from "@/components/ui/toast"

/** Shares a link: the share sheet on touch devices, else the clipboard. */
export async function shareLink(path: string, title: string) {
  const url = new URL(path, location.href).href
  if (navigator.share && matchMedia("(pointer: coarse)").matches) {
    // Rejects when the user cancels.
    return navigator.share({ title, url }).catch(() => {})
  }
  try {
    await navigator.clipboard.writeText(url)
    toast({ title: "Link copied", tone: "good" })
  } catch {
    // The clipboard is missing on insecure pages, or access is denied.
    toast({ title: "Copy this link", description: url })
  }
}
