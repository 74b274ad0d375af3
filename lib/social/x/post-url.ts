const POST_URL =
  /^https:\/\/(?:www\.|mobile\.)?(?:x|twitter)\.com\/([A-Za-z0-9_]{1,15})\/status\/([0-9]{1,20})(?=$|[/?#])/

export type XPostRef = { handle: string; id: string }

/** Handle and id in the URL of a post; null for anything else. Equal posts have equal ids. */
export function parsePostUrl(url: string): XPostRef | null {
  const [, handle, digits] = POST_URL.exec(url) ?? []
  if (handle === undefined || digits === undefined) return null
  return { handle, id: digits.replace(/^0+(?=[0-9])/, "") }
}

/** The only form of a post's URL that is stored, shown and sent to X. */
export const toPostUrl = ({ handle, id }: XPostRef) => `https://x.com/${handle}/status/${id}`
