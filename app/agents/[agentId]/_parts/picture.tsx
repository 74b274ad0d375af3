import { formatConfidence } from "@/components/agents/labels"
import {
  PictureFrame,
  PictureTitle,
  pictureColors,
  renderPicture,
  toPrintable,
} from "@/components/pictures/frame"
import type { AgentDetails } from "@/lib/agents/directory"
import { formatInteger, formatUsd } from "@/lib/format"

/** Preview picture of an agent. */
export const drawPicture = (agent: AgentDetails): Promise<ArrayBuffer> =>
  renderPicture(<Picture agent={agent} />)

function Picture({ agent }: { agent: AgentDetails }) {
  const name = toPrintable(agent.name, 44) || `Agent ${agent.agentId}`
  const description = toPrintable(agent.description ?? "", 140)
  return (
    <PictureFrame>
      <div style={{ display: "flex", flexDirection: "column", padding: "52px 64px 0", gap: 32 }}>
        <PictureTitle
          address={agent.wallet}
          detail={`Agent No. ${agent.agentId}, ${agent.tier}`}
          detailSize={30}
          name={name}
          nameSize={name.length > 24 ? 44 : 60}
          symbol={agent.name}
        />
        {description !== "" && (
          <div
            style={{
              ...{ display: "block", overflow: "hidden", wordBreak: "break-word", lineClamp: 2 },
              ...{ fontSize: 32, lineHeight: 1.35, color: pictureColors.muted },
            }}
          >
            {description}
          </div>
        )}
      </div>
      <Figures agent={agent} />
    </PictureFrame>
  )
}

function Figures({ agent: { confidence, trades, won, lost, realised } }: { agent: AgentDetails }) {
  return (
    <div
      style={{
        ...{ display: "flex", gap: 56, padding: "32px 64px 44px" },
        borderTop: `2px solid ${pictureColors.to}`,
      }}
    >
      <Figure label="Confidence" value={formatConfidence(confidence)} />
      <Figure label="Trades and bets" value={formatInteger(trades)} />
      <Figure label="Won / lost" value={`${formatInteger(won)} / ${formatInteger(lost)}`} />
      {realised !== null && <Result value={realised} />}
    </div>
  )
}

/** The sign repeats what the colour says, for readers who do not see it. */
function Result({ value }: { value: bigint }) {
  const isLoss = value < 0n
  const color = isLoss ? pictureColors.down : pictureColors.up
  const sign = isLoss ? "−" : "+"
  const text = value === 0n ? formatUsd(0n) : `${sign}${formatUsd(isLoss ? -value : value)}`
  return <Figure color={value === 0n ? pictureColors.ink : color} label="Realised" value={text} />
}

function Figure({
  label,
  value,
  color = pictureColors.ink,
}: {
  label: string
  value: string
  color?: string
}) {
  return (
    <div style={{ display: "flex", flexDirection: "column", gap: 6 }}>
      <div style={{ display: "flex", fontSize: 28, color: pictureColors.muted }}>{label}</div>
      <div style={{ display: "flex", fontSize: 56, fontWeight: 600, color }}>{value}</div>
    </div>
  )
}
