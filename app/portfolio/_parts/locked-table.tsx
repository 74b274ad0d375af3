import Link from "next/link"
import { Amount, Money } from "@/components/ui/number"
import { Table } from "@/components/ui/table"
import { Time } from "@/components/ui/time"
import { toOutcomeName } from "@/lib/markets/labels"
import { findMarkets } from "@/lib/markets/list-queries"
import { type Bond, sumBonds } from "@/lib/portfolio/bonds"
import { valueAt } from "@/lib/portfolio/math"
import type { Asset } from "@/lib/portfolio/schema"

export type LockedProps = { bonds: readonly Bond[]; stakes: readonly Asset[] }

type Row = {
  key: string
  href: string
  title: string
  name: string
  amount: bigint
  unit: string
  /** In USD; null without a price. */
  value: bigint | null
  since: Date | null
}

const stepLabels: Record<Bond["step"], string> = {
  propose: "Proposed",
  dispute: "Disputed:",
  veto: "Vetoed for",
}

/** A wallet's open bonds by market, and its voting stakes. */
export async function LockedTable({ bonds, stakes }: LockedProps) {
  if (bonds.length === 0 && stakes.length === 0) return null
  const rows = [...(await createBondRows(bonds)), ...stakes.map(createStakeRow)]
  return (
    <section className="grid grid-cols-1 gap-2">
      <h3 className="font-medium">Locked in resolutions</h3>
      <p className="text-sm text-muted">
        {bonds.length > 0 && (
          <>
            <Amount unit="USDB" value={sumBonds(bonds)} /> in bonds, counted in full until the
            markets are resolved: bonds for the final outcome are returned, others are lost.{" "}
          </>
        )}
        {stakes.length > 0 &&
          "Voting stakes can be withdrawn on the page of any public market 24 hours after the last vote."}
      </p>
      <Table
        caption="Locked in resolutions"
        columns={[
          {
            key: "what",
            header: "What",
            isRowHeader: true,
            cell: ({ href, title, name }: Row) => (
              <Link
                className="grid min-h-11 content-center hover:text-accent"
                href={href}
                prefetch={false}
              >
                <bdi className="max-w-44 truncate font-medium sm:max-w-80">{title}</bdi>
                <bdi className="max-w-44 truncate text-muted sm:max-w-80">{name}</bdi>
              </Link>
            ),
          },
          {
            key: "since",
            header: "Since",
            align: "right",
            isHiddenOnPhone: true,
            cell: ({ since }) => (since ? <Time time={since} /> : "–"),
          },
          {
            key: "amount",
            header: "Amount",
            align: "right",
            cell: ({ amount, unit }) => <Amount unit={unit} value={amount} />,
          },
          {
            key: "value",
            header: "Value",
            align: "right",
            cell: ({ value }) => (value === null ? "–" : <Money value={value} />),
          },
        ]}
        rowKey={({ key }) => key}
        rows={rows}
      />
    </section>
  )
}

async function createBondRows(bonds: readonly Bond[]): Promise<Row[]> {
  const rows = await findMarkets([...new Set(bonds.map(({ token }) => token))])
  const markets = new Map(rows.map((market) => [market.address, market]))
  return bonds.map(({ token, step, outcome, amount, from }) => {
    const { name = "", options = [] } = markets.get(token) ?? {}
    return {
      key: `${token}.${step}.${from}`,
      href: `/markets/${token}#resolution`,
      title: outcome === null ? "Bond" : `${stepLabels[step]} ${toOutcomeName(options, outcome)}`,
      name,
      amount,
      unit: "USDB",
      value: amount,
      since: new Date(from * 1_000),
    }
  })
}

function createStakeRow({ token, name, symbol, staked, priceUsd }: Asset): Row {
  return {
    key: token,
    href: `/tokens/${token}`,
    title: "Voting stake",
    name,
    amount: staked,
    unit: symbol,
    value: priceUsd === null ? null : valueAt(staked, priceUsd),
    since: null,
  }
}
