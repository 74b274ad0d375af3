import type { TokenView } from "@/lib/tokens/schema"

type Links = Pick<TokenView, "website" | "telegram" | "socialx">

/** Where the creator can be found. A handle becomes an address of its network; nothing but http is linked. */
export function projectLinks({ website, telegram, socialx }: Links) {
  return [
    { label: "Website", href: toHttpUrl(website) },
    { label: "Telegram", href: toNetworkUrl(telegram, "https://t.me/") },
    { label: "X", href: toNetworkUrl(socialx, "https://x.com/") },
  ].flatMap(({ label, href }) => (href ? [{ label, href }] : []))
}

function toNetworkUrl(text: string | null, base: string): string | null {
  const handle = /^@?(\w{1,64})$/.exec(text ?? "")?.[1]
  return handle ? base + handle : toHttpUrl(text)
}

function toHttpUrl(text: string | null): string | null {
  const url = text && URL.canParse(text) ? new URL(text) : null
  return url && /^https?:$/.test(url.protocol) ? url.href : null
}
