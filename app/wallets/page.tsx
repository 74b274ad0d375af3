import { redirect } from "next/navigation"

/** There is no list of wallets; the way to one is its address. */
export default function WalletsPage() {
  redirect("/search")
}
