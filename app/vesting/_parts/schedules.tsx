import Link from "next/link"
import { Card } from "@/components/ui/card"
import { LinkTabs } from "@/components/ui/link-tabs"
import { Notice } from "@/components/ui/notice"
import { Pager } from "@/components/ui/pager"
import { EmptyState } from "@/components/ui/states"
import { ScheduleCard } from "@/components/vesting/schedule-card"
import { formatInteger } from "@/lib/format"
import { countSchedulesOf, findSchedules, type ScheduleRole } from "@/lib/vesting/schedule-queries"
import { type VestingState, vestingHref } from "./url-state"

const PAGE_SIZE = 12

const labels: Record<ScheduleRole, string> = { beneficiary: "Received", creator: "Given" }

type Props = { wallet: string; state: VestingState }

/** The schedules that a wallet receives from or has given. */
export async function Schedules({ wallet, state: { role, kind, page } }: Props) {
  const [counts, schedules] = await Promise.all([
    countSchedulesOf(wallet),
    findSchedules({ wallet, role, kind, skip: (page - 1) * PAGE_SIZE, take: PAGE_SIZE }),
  ])
  const renderedAt = Date.now()
  const tabs = (["beneficiary", "creator"] as const).map((each) => ({
    href: vestingHref(wallet, { role: each }),
    label: labels[each],
    count: counts[each],
    isCurrent: each === role,
  }))
  return (
    <>
      <LinkTabs label="Schedules" tabs={tabs} />
      {kind === "dust" && <AboutDust wallet={wallet} />}
      {schedules.length === 0 ? (
        <Card>
          <NoSchedules kind={kind} role={role} />
        </Card>
      ) : (
        <ul className="grid grid-cols-1 items-start gap-5 lg:grid-cols-2">
          {schedules.map((schedule) => (
            <li className="min-w-0" key={schedule.vestingId}>
              <ScheduleCard isDust={kind === "dust"} renderedAt={renderedAt} schedule={schedule} />
            </li>
          ))}
        </ul>
      )}
      <Pager
        href={(next) => vestingHref(wallet, { role, kind, page: next })}
        page={page}
        pages={Math.ceil((kind === "dust" ? counts.dust : counts[role]) / PAGE_SIZE)}
      />
      {role === "beneficiary" && kind === "shown" && counts.dust > 0 && (
        <p className="text-sm text-muted">
          {counts.dust === 1
            ? "1 schedule from a stranger, worth less than 1 USDB, is hidden. "
            : `${formatInteger(counts.dust)} schedules from strangers, worth less than 1 USDB each, are hidden. `}
          <Link className="text-link" href={vestingHref(wallet, { kind: "dust" })} prefetch={false}>
            Show them
          </Link>
        </p>
      )}
    </>
  )
}

function AboutDust({ wallet }: { wallet: string }) {
  return (
    <Notice title="From strangers, worth less than 1 USDB each" tone="warning">
      <p>
        Anybody can send such schedules to anybody, with any text. Follow no link and no advice in
        them.{" "}
        <Link className="text-link" href={vestingHref(wallet)} prefetch={false}>
          Back to the other ones
        </Link>
      </p>
    </Notice>
  )
}

function NoSchedules({ role, kind }: Pick<VestingState, "role" | "kind">) {
  if (kind === "dust") return <EmptyState icon="lock" title="No such schedules" />
  if (role === "creator") {
    return (
      <EmptyState icon="lock" title="No schedules given">
        This wallet has not locked tokens for anybody.
      </EmptyState>
    )
  }
  return (
    <EmptyState icon="lock" title="No schedules received">
      Nobody has locked tokens for this wallet, and it has bought none that vest.
    </EmptyState>
  )
}
