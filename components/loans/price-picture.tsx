import { useId } from "react"

const WIDTH = 320
const HEIGHT = 132
const START = 40
const EXPIRY = 262
/** The height at which the debt is fixed: the collateral value when the loan is taken. */
const DEBT = 92
/** The value from then on. */
const RISES = {
  stable: "92 85 L146 72 L200 62 L262 44 L292 38",
  floor: "92 90 L146 85 L200 81 L262 77 L292 75",
}

type Props = {
  symbol: string
  /** Multiplier 100: the price never falls, so that the loan is worth the price itself. */
  isStable: boolean
}

/** Why the price cannot liquidate a loan: the value behind it never falls below the debt. */
export function PricePicture({ symbol, isStable }: Props) {
  const id = useId()
  const rise = `M${START} ${DEBT} L${isStable ? RISES.stable : RISES.floor}`
  return (
    <figure className="grid gap-2">
      <svg
        aria-describedby={`${id}-text`}
        aria-label="Collateral value and debt over time"
        className="h-auto w-full text-xs"
        role="img"
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      >
        <line className="stroke-line" x1={START} x2={START} y1="10" y2="112" />
        <line
          className="stroke-sand"
          strokeDasharray="2 3"
          strokeWidth="1.5"
          x1={EXPIRY}
          x2={EXPIRY}
          y1="10"
          y2="112"
        />
        <line className="stroke-line" x1={START} x2={WIDTH - 4} y1="112" y2="112" />
        {!isStable && (
          <path
            className="stroke-muted"
            d="M40 50 C55 20 66 30 80 44 S104 78 122 74 S150 24 172 34 S200 72 222 66 S258 28 292 40"
            fill="none"
            strokeWidth="1.5"
          />
        )}
        <path className="fill-kelp" d={`${rise} V${DEBT} Z`} opacity="0.18" />
        <path className="stroke-kelp" d={rise} fill="none" strokeWidth="2.5" />
        <path
          className="stroke-coral"
          d={`M${START} ${DEBT} H${EXPIRY}`}
          fill="none"
          strokeDasharray="6 4"
          strokeWidth="2"
        />
        {!isStable && <Label className="fill-muted" text="Price" x={58} y={18} />}
        {isStable ? (
          <Label className="fill-kelp" text="Price" x={284} y={30} />
        ) : (
          <Label className="fill-kelp" text="Floor" x={286} y={70} />
        )}
        <Label className="fill-coral" text="Debt" x={128} y={106} />
        <Label className="fill-muted" text="Today" x={START} y={126} />
        <Label className="fill-sand" text="Expires" x={EXPIRY} y={126} />
      </svg>
      <figcaption className="text-sm text-muted" id={`${id}-text`}>
        {isStable ? (
          <>
            The price of <bdi>{symbol}</bdi> never falls, and the debt is its value when you borrow.
            So the collateral always covers the debt, and no price ends the loan. Only time does: at
            its expiry.
          </>
        ) : (
          <>
            You borrow the value of your <bdi>{symbol}</bdi> at its floor, not at its price. The
            floor never falls, so the collateral always covers the debt however far the price drops.
            Only time ends the loan: its expiry.
          </>
        )}
      </figcaption>
    </figure>
  )
}

type LabelProps = { className: string; text: string; x: number; y: number }

const Label = ({ className, text, x, y }: LabelProps) => (
  <text className={className} fontSize="11" textAnchor="middle" x={x} y={y}>
    {text}
  </text>
)
