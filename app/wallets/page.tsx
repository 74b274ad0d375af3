import { redirect } from "next/navigation"

/** There is no list of wallets; they are found by search. */
export default function WalletsPage() {
  redirect("/search")
}
