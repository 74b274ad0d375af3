import Link from "next/link"
import { TokenLogo } from "@/components/tokens/token-logo"
import { TokenName } from "@/components/tokens/token-name"
import { Badge, Change } from "@/components/ui/figures"
import { Price, Usd } from "@/components/ui/number"
import { Pager } from "@/components/ui/pager"
import { Progress } from "@/components/ui/progress"
import { EmptyState } from "@/components/ui/states"
import { type Column, Table } from "@/components/ui/table"
import { Time } from "@/components/ui/time"
import { formatInteger } from "@/lib/format"
import type { CreatedToken, CreatedTokenStatus } from "@/lib/portfolio/wallet-summary"

const tones: Record<CreatedTokenStatus, "neutral" | "up" | "warning"> = {
  market: "neutral",
  frozen: "warning",
  "reward phase": "neutral",
  established: "up",
}

type CreatedTokensTableProps = {
  creations: readonly CreatedToken[]
  page: number
  pages: number
  href: (page: number) => string
}

export function CreatedTokensTable({ creations, page, pages, href }: CreatedTokensTableProps) {
  if (creations.length === 0) {
    return (
      <EmptyState icon="launch" title="No launches">
        This wallet has not launched a token.
      </EmptyState>
    )
  }
  return (
    <div className="grid grid-cols-1 gap-4">
      <Table
        caption="Tokens created"
        columns={columns}
        isInteractive
        rowKey={({ address }) => address}
        rows={creations}
      />
      <Pager href={href} page={page} pages={pages} />
    </div>
  )
}

const columns: Column<CreatedToken>[] = [
  {
    key: "name",
    header: "Token",
    isRowHeader: true,
    cell: ({ address, name, symbol, image, isPrediction, ...creation }) => (
      <span className="flex min-w-0 items-center gap-3">
        <TokenLogo address={address} image={image} size={32} symbol={symbol} />
        <span className="grid min-w-0">
          <Link
            className="flex max-w-32 min-w-0 font-medium after:absolute after:inset-0 sm:max-w-52"
            href={`/${isPrediction ? "markets" : "tokens"}/${address}`}
            prefetch={false}
          >
            <TokenName address={address} name={name} />
          </Link>
          <span className="flex max-w-32 text-muted">
            <TokenName address={address} name={symbol} />
          </span>
          <span className="mt-1 sm:hidden">
            <Status of={creation} />
          </span>
        </span>
      </span>
    ),
  },
  {
    key: "status",
    header: "Status",
    isHiddenOnPhone: true,
    cell: (creation) => <Status of={creation} />,
  },
  {
    key: "price",
    header: "Price",
    align: "right",
    isHiddenOnPhone: true,
    cell: ({ priceUsd }) => <Price value={priceUsd} />,
  },
  {
    key: "change",
    header: "Since launch",
    align: "right",
    cell: ({ changeSinceLaunch }) => <Change basisPoints={changeSinceLaunch} />,
  },
  {
    key: "holders",
    header: "Holders",
    align: "right",
    isHiddenOnPhone: true,
    cell: ({ holderCount }) => formatInteger(holderCount),
  },
  {
    key: "volume",
    header: "Volume",
    align: "right",
    isHiddenOnPhone: true,
    cell: ({ volumeUsd }) => <Usd isCompact value={volumeUsd} />,
  },
  {
    key: "age",
    header: "Launched",
    align: "right",
    isHiddenOnPhone: true,
    cell: ({ createdAt }) => <Time time={createdAt} />,
  },
]

type StatusProps = { of: Pick<CreatedToken, "status" | "bondingTarget" | "bondingNeeded"> }

function Status({ of: { status, bondingTarget, bondingNeeded } }: StatusProps) {
  const badge = <Badge tone={tones[status]}>{status}</Badge>
  if (status !== "reward phase" || bondingTarget === null || bondingNeeded === null) return badge
  return (
    <span className="grid max-w-28 gap-1">
      {badge}
      <Progress
        label="Reward phase"
        max={Number(bondingTarget / 10n ** 15n)}
        value={Number((bondingTarget - bondingNeeded) / 10n ** 15n)}
      />
    </span>
  )
}
