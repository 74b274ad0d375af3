import { Card } from "@/components/ui/card"
import { LinkTabs } from "@/components/ui/link-tabs"
import { Pager } from "@/components/ui/pager"
import { EmptyState } from "@/components/ui/states"
import { ScheduleCard } from "@/components/vesting/schedule-card"
import { countSchedulesOf, findSchedules, type ScheduleRole } from "@/lib/vesting/schedule-queries"
import { type VestingState, vestingHref } from "./url-state"

const PAGE_SIZE = 12

const labels: Record<ScheduleRole, string> = { beneficiary: "Received", creator: "Given" }

type Props = { wallet: string; state: VestingState }

/** The schedules that a wallet receives from or has given. */
export async function Schedules({ wallet, state: { role, page } }: Props) {
  const [counts, schedules] = await Promise.all([
    countSchedulesOf(wallet),
    findSchedules({ wallet, role, skip: (page - 1) * PAGE_SIZE, take: PAGE_SIZE }),
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
      {schedules.length === 0 ? (
        <Card>
          <NoSchedules role={role} />
        </Card>
      ) : (
        <ul className="grid grid-cols-1 items-start gap-5 lg:grid-cols-2">
          {schedules.map((schedule) => (
            <li className="min-w-0" key={schedule.vestingId}>
              <ScheduleCard renderedAt={renderedAt} schedule={schedule} />
            </li>
          ))}
        </ul>
      )}
      <Pager
        href={(next) => vestingHref(wallet, { role, page: next })}
        page={page}
        pages={Math.ceil(counts[role] / PAGE_SIZE)}
      />
    </>
  )
}

function NoSchedules({ role }: { role: ScheduleRole }) {
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
