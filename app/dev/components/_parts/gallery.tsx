import { Address } from "@/components/ui/address"
import { Button, ButtonLink, IconButton } from "@/components/ui/button"
import { Card } from "@/components/ui/card"
import { Countdown } from "@/components/ui/countdown"
import { Badge, Change, DetailRow, Stat } from "@/components/ui/figures"
import { LinkTabs } from "@/components/ui/link-tabs"
import { Notice } from "@/components/ui/notice"
import { Amount, Percent, Price, Usd } from "@/components/ui/number"
import { Progress } from "@/components/ui/progress"
import { Sparkline } from "@/components/ui/sparkline"
import { Stale } from "@/components/ui/stale-data"
import { EmptyState, Skeleton } from "@/components/ui/states"
import { Table } from "@/components/ui/table"
import { Time } from "@/components/ui/time"
import { WAD } from "@/lib/units"
import { Fields } from "./fields"
import { Overlays } from "./overlays"
import { PendingButtons } from "./pending-buttons"

const WALLET = "0x70997970c51812dc3a010c7d01b50e0d17dc79c8"

// Fixed, so that screenshots of the page are equal.
const LONG_AGO = new Date("2026-01-05T09:30:00Z")
const FAR_AHEAD = new Date("2099-01-01T00:00:00Z")

const rows = [
  { name: "Kelpline", price: 7_924_700_000_000_000_000n, change: 97n },
  { name: "Basalt Works", price: 5_476_200_000_000_000_000n, change: -1_203n },
  { name: "Quiet Harbour", price: 12n * WAD, change: 0n },
]

export function Gallery() {
  return (
    <div className="grid gap-5">
      <h1>Components</h1>
      <div className="grid gap-5 lg:grid-cols-2 lg:items-start">
        <Buttons />
        <Numbers />
        <Fields />
        <Overlays />
        <Lists />
        <States />
      </div>
    </div>
  )
}

function Buttons() {
  return (
    <Card title="Buttons">
      <div className="grid gap-3">
        <div className="flex flex-wrap gap-2">
          <Button>Primary</Button>
          <Button variant="secondary">Secondary</Button>
          <Button variant="quiet">Quiet</Button>
          <Button variant="danger">Danger</Button>
        </div>
        <div className="flex flex-wrap gap-2">
          <Button disabled>Disabled</Button>
          <Button disabled variant="secondary">
            Disabled
          </Button>
          <PendingButtons />
        </div>
        <div className="flex flex-wrap items-center gap-2">
          <Button size="sm">Small</Button>
          <Button size="lg">Large</Button>
          <ButtonLink href="/dev/components" variant="secondary">
            A link
          </ButtonLink>
          <IconButton icon="refresh" label="Refresh" />
          <IconButton disabled icon="remove" label="Remove" />
        </div>
      </div>
    </Card>
  )
}

function Numbers() {
  return (
    <Card title="Numbers, times, addresses">
      <dl>
        <DetailRow label="Amount">
          <Amount unit="KELP" value={1_234_567_890_123_456_789_012n} />
        </DetailRow>
        <DetailRow label="Compact">
          <Amount isCompact unit="KELP" value={98_765_432n * WAD} />
        </DetailRow>
        <DetailRow label="Tiny">
          <Amount unit="KELP" value={123_456n} />
        </DetailRow>
        <DetailRow label="Value">
          <Usd value={9_604_289_999_999_999_999_999n} />
        </DetailRow>
        <DetailRow label="Price, or none">
          <Price value={5_476_200_000_000_000_000n} /> <Price value={null} />
        </DetailRow>
        <DetailRow label="Share">
          <Percent basisPoints={1_250} />
        </DetailRow>
        <DetailRow label="Up, down, unchanged, unknown">
          <span className="inline-flex flex-wrap justify-end gap-3">
            <Change basisPoints={4_477n} />
            <Change basisPoints={-310n} />
            <Change basisPoints={0n} />
            <Change basisPoints={null} />
          </span>
        </DetailRow>
        <DetailRow label="Date">
          <Time format="dateTime" time={LONG_AGO} />
        </DetailRow>
        <DetailRow label="Countdown, ended">
          <Countdown label="Over" to={LONG_AGO} />
        </DetailRow>
        <DetailRow label="Address">
          <Address address={WALLET} href={`/wallets/${WALLET}`} />
        </DetailRow>
        <DetailRow label="Price history">
          <Sparkline isFilled label="Rising price" prices={[1, 3, 2, 4, 4, 6]} />
        </DetailRow>
        <DetailRow label="Falling">
          <Sparkline label="Falling price" prices={[6, 5, 5, 3, 4, 1]} />
        </DetailRow>
      </dl>
      <Progress label="Reward phase" max={100} value={64} />
      <dl className="mt-4 grid grid-cols-2 gap-3">
        <Stat label="Volume in 24 h">
          <Usd isCompact value={1_284_567n * WAD} />
        </Stat>
        <Stat label="Holders">1,204</Stat>
      </dl>
    </Card>
  )
}

function Lists() {
  return (
    <Card title="Tabs, table, badges">
      <div className="grid gap-4">
        <LinkTabs
          label="Views"
          tabs={[
            { href: "/dev/components", label: "Holdings", isCurrent: true, count: 3 },
            { href: "/dev/components?tab=trades", label: "Trades", isCurrent: false, count: 1_204 },
          ]}
        />
        <Table
          caption="Tokens"
          columns={[
            { key: "name", header: "Token", isRowHeader: true, cell: (row) => row.name },
            {
              key: "price",
              header: "Price",
              align: "right",
              sort: { href: "/dev/components?sort=price", direction: "descending" },
              cell: (row) => <Price value={row.price} />,
            },
            {
              key: "change",
              header: "24 h",
              align: "right",
              sort: { href: "/dev/components?sort=change", direction: null },
              cell: (row) => <Change basisPoints={row.change} />,
            },
          ]}
          rowKey={(row) => row.name}
          rows={rows}
        />
        <div className="flex flex-wrap gap-2">
          <Badge>Neutral</Badge>
          <Badge tone="up">Vetted</Badge>
          <Badge tone="down">Falling</Badge>
          <Badge tone="warning">Frozen</Badge>
        </div>
        <p className="text-sm text-muted">
          Time left: <Countdown className="figures" label="Time left" to={FAR_AHEAD} />
        </p>
      </div>
    </Card>
  )
}

function States() {
  return (
    <Card title="States">
      <div className="grid gap-4">
        <Notice title="For your information">Nothing has happened yet.</Notice>
        <Notice title="It is done" tone="good">
          The transaction is stored.
        </Notice>
        <Notice title="Look again" tone="warning">
          The price has moved since the quote.
        </Notice>
        <Notice
          action={
            <Button variant="secondary" size="sm">
              Try again
            </Button>
          }
          title="It did not work"
          tone="bad"
        >
          The chain cannot be reached.
        </Notice>
        <div className="grid gap-2">
          <Skeleton className="h-5 w-1/2" />
          <Skeleton className="h-5" />
        </div>
        <EmptyState
          action={<Button variant="secondary">Get test USDB</Button>}
          icon="faucet"
          title="Nothing here yet"
        >
          What you buy will be listed here.
        </EmptyState>
        <Stale since={LONG_AGO}>
          <dl>
            <DetailRow label="Price">
              <Usd value={1_339_700_000_000_000_000n} />
            </DetailRow>
          </dl>
        </Stale>
      </div>
    </Card>
  )
}
