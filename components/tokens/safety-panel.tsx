import Link from "next/link"
import { Countdown } from "@/components/ui/countdown"
import { Icon, type IconName } from "@/components/ui/icon"
import { shortenAddress } from "@/lib/format"
import type { Finding, FindingLevel } from "@/lib/tokens/safety/schema"

type LevelStyle = { label: string; icon: IconName; tone: string }

/** Label, icon and color of each level. */
export const levelStyles: Record<FindingLevel, LevelStyle> = {
  danger: { label: "Danger", icon: "unsafe", tone: "bg-coral-soft text-coral" },
  caution: { label: "Caution", icon: "warning", tone: "bg-sand-soft text-sand" },
  info: { label: "Note", icon: "info", tone: "bg-sunken text-muted" },
  good: { label: "Good", icon: "safe", tone: "bg-kelp-soft text-kelp" },
}

/** Findings, the worst first. */
export function SafetyPanel({ findings }: { findings: readonly Finding[] }) {
  return (
    <ul className="grid gap-x-6 gap-y-4 @2xl:grid-cols-2">
      {findings.map((finding) => (
        <FindingRow finding={finding} key={finding.code} />
      ))}
    </ul>
  )
}

function FindingRow({ finding }: { finding: Finding }) {
  const { level, title, sentence, endsAt, token } = finding
  const { label, icon, tone } = levelStyles[level]
  return (
    <li className="flex gap-3">
      <span
        className={`flex size-9 shrink-0 items-center justify-center rounded-full ${tone}`}
        title={label}
      >
        <Icon name={icon} size={18} />
      </span>
      <div className="min-w-0">
        <p className="font-medium">
          <span className="sr-only">{label}: </span>
          {title}
        </p>
        <p className="text-sm text-muted">
          {sentence}
          {endsAt && (
            <>
              {" "}
              Ends in <Countdown label="Surge tax ends" to={endsAt} />.
            </>
          )}
          {token && (
            <>
              {" "}
              <Link className="text-link" href={`/tokens/${token.address}`} prefetch={false}>
                <bdi>{token.symbol}</bdi>&nbsp;· <bdi>{token.name}</bdi>&nbsp;(
                {shortenAddress(token.address)})
              </Link>
            </>
          )}
        </p>
      </div>
    </li>
  )
}
