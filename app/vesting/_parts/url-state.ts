import { ADDRESS_PATTERN } from "@/lib/address"
import type { SearchParams } from "@/lib/http/search-params"
import type { ScheduleKind, ScheduleRole } from "@/lib/vesting/schedule-queries"

/** State of the page in its URL. */
export type VestingState = {
  /** In lower case; null for none or anything but an address. */
  wallet: string | null
  /** A wallet parameter that is not an address. */
  invalidInput: string | undefined
  role: ScheduleRole
  kind: ScheduleKind
  page: number
}

export function parseVestingState(parameters: SearchParams): VestingState {
  const text = (name: string) => {
    const value = parameters[name]
    return ((Array.isArray(value) ? value[0] : value) ?? "").trim()
  }
  const input = text("wallet")
  const isWallet = ADDRESS_PATTERN.test(input)
  return {
    wallet: isWallet ? input.toLowerCase() : null,
    invalidInput: input === "" || isWallet ? undefined : input,
    role: text("tab") === "given" ? "creator" : "beneficiary",
    kind: text("show") === "dust" && text("tab") !== "given" ? "dust" : "shown",
    page: /^[1-9]\d{0,5}$/.test(text("page")) ? Number(text("page")) : 1,
  }
}

/** URL of the page for a wallet, without the defaults. */
export function vestingHref(
  wallet: string,
  {
    role = "beneficiary",
    kind = "shown",
    page = 1,
  }: Partial<Pick<VestingState, "role" | "kind" | "page">> = {},
): string {
  const parameters = new URLSearchParams({ wallet })
  if (role === "creator") parameters.set("tab", "given")
  if (kind === "dust") parameters.set("show", kind)
  if (page > 1) parameters.set("page", `${page}`)
  return `/vesting?${parameters}`
}
