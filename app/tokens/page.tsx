import { permanentRedirect } from "next/navigation"

/** The list of tokens is the launchpad. */
export default function TokensPage() {
  permanentRedirect("/launchpad")
}
