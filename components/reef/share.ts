import { toast } from "@/components/ui/toast"

/** Hands an address of this site to the phone's own sharing, or to the clipboard. */
export async function shareLink(path: string, title: string) {
  const url = new URL(path, location.href).href
  if (navigator.share && matchMedia("(pointer: coarse)").matches) {
    // Refused when the person changes their mind.
    return navigator.share({ title, url }).catch(() => {})
  }
  try {
    await navigator.clipboard.writeText(url)
    toast({ title: "Link copied", tone: "good" })
  } catch {
    // Missing where the page is not served securely, or forbidden.
    toast({ title: "Copy this link", description: url })
  }
}
