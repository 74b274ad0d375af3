import type { Metadata } from "next"
import { isAddress } from "viem"
import { LazyCreateForm } from "@/components/vesting/create/lazy-create-form"
import type { SearchParams } from "@/lib/http/search-params"

export const metadata: Metadata = {
  title: "Create vesting schedules",
  description: "Lock tokens for one or many beneficiaries, released gradually or at once.",
  alternates: { canonical: "/vesting/create" },
}

type Props = { searchParams: Promise<SearchParams> }

/** `?token=0x…` chooses a token. */
export default async function CreateVestingPage({ searchParams }: Props) {
  const { token } = await searchParams
  const isToken = typeof token === "string" && isAddress(token, { strict: false })
  return (
    <div className="grid grid-cols-1 gap-5">
      <header className="grid gap-1">
        <h1>Create vesting schedules</h1>
        <p className="max-w-prose text-muted">
          Lock TIDE or a launched token for somebody. It is released step by step or at once, and
          cannot be taken back.
        </p>
      </header>
      <LazyCreateForm token={isToken ? token.toLowerCase() : null} />
    </div>
  )
}
