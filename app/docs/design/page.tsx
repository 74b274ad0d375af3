import type { Metadata } from "next"
import type { ReactNode } from "react"
import { Logo } from "@/components/layout/logo"
import { Card } from "@/components/ui/card"
import { Badge, Change } from "@/components/ui/figures"
import { Notice } from "@/components/ui/notice"
import { colours, rules, sizes } from "./_parts/content"

export const metadata: Metadata = {
  title: "Design",
  description: "Atoll's logo, colours, typography, sizes and interface rules.",
  alternates: { canonical: "/docs/design" },
}

export default function DesignPage() {
  return (
    <article className="grid gap-5">
      <header className="grid gap-2">
        <h1>Design</h1>
        <p className="max-w-prose text-muted">
          Plain surfaces, few lines, and colour only for what changes or can be pressed.
        </p>
      </header>
      <div className="grid gap-5 lg:grid-cols-2 lg:items-start">
        <div className="grid gap-5">
          <Identity />
          <Type />
          <UpAndDown />
        </div>
        <div className="grid gap-5">
          <Colours />
          <Sizes />
        </div>
        <Rules />
      </div>
    </article>
  )
}

function Identity() {
  return (
    <Card title="Logo">
      <div className="grid gap-4">
        <div className="flex items-center gap-4 rounded-card bg-linear-to-br from-deep-end to-deep p-6 text-on-deep">
          <Logo isOnDeep size={64} />
          <span className="font-display text-4xl font-bold tracking-tight">Atoll</span>
        </div>
        <p className="text-sm text-muted">
          The logo shows an atoll from above. Keep a margin of half its width around it, do not
          rotate it, and use it at 20 pixels or more.
        </p>
      </div>
    </Card>
  )
}

function Type() {
  return (
    <Card title="Typography">
      <dl className="grid gap-4">
        <Entry name="Bricolage Grotesque: headings">
          <span className="font-display text-3xl font-bold tracking-tight">Prediction markets</span>
        </Entry>
        <Entry name="Geist: everything else">
          <span className="text-lg">Buy, hold, sell: 0123456789</span>
        </Entry>
        <Entry name="Figures: digits of equal width">
          <span className="figures grid text-lg">
            <span>$1,111.11</span>
            <span>$8,888.88</span>
          </span>
        </Entry>
      </dl>
      <p className="mt-4 text-sm text-muted">
        Both families are served by the app. Headings are 28 and 18 pixels, text 16, notes 14, and
        the smallest text 12. Fields have at least 16 pixels, since phones zoom into smaller ones.
      </p>
    </Card>
  )
}

function Entry({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-muted">{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function Colours() {
  return (
    <Card title="Colours">
      <ul className="grid gap-2">
        {colours.map(({ token, use }) => (
          <li className="flex items-center gap-3 text-sm" key={token}>
            <span
              aria-hidden="true"
              className="size-9 shrink-0 rounded-control border border-line-strong"
              style={{ background: `var(--${token})` }}
            />
            <span>
              <code className="font-medium">{token}</code> <span className="text-muted">{use}</span>
            </span>
          </li>
        ))}
      </ul>
      <p className="mt-4 text-sm text-muted">
        Each token has a light and a dark value. The theme follows the system unless the user
        chooses one; a cookie stores the choice, so the server renders it. Text has a contrast of at
        least 4.5 to 1 on every surface, chart lines 3 to 1.
      </p>
    </Card>
  )
}

function UpAndDown() {
  return (
    <Card title="Gains and losses">
      <div className="grid gap-3 text-sm">
        <p>Kelp (green) is up, coral (red) is down, always with an arrow and a sign.</p>
        <p className="flex gap-4 text-lg">
          <Change basisPoints={1_204n} />
          <Change basisPoints={-386n} />
        </p>
        <div className="flex flex-wrap gap-2">
          <Badge>Neutral</Badge>
          <Badge tone="up">Vetted</Badge>
          <Badge tone="down">Sold by its creator</Badge>
          <Badge tone="warning">Frozen</Badge>
        </div>
        <p className="text-muted">
          The second palette, chosen on the account page, uses blue and orange, which are distinct
          for all types of colour vision. Rising candles are hollow, falling candles are solid.
        </p>
        <Notice title="Warnings" tone="warning">
          Warnings have the colour sand, a triangle and a remedy.
        </Notice>
      </div>
    </Card>
  )
}

function Sizes() {
  return (
    <Card title="Sizes">
      <dl className="grid gap-2 text-sm">
        {sizes.map(({ name, value }) => (
          <div className="flex justify-between gap-4" key={name}>
            <dt className="wrap-break-word text-muted">{name}</dt>
            <dd className="text-right font-medium">{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}

function Rules() {
  return (
    <Card className="lg:col-span-2" title="Rules">
      <ul className="grid gap-x-8 gap-y-3 text-sm md:grid-cols-2">
        {rules.map(({ title, text }) => (
          <li key={title}>
            <p className="font-medium">{title}</p>
            <p className="text-muted">{text}</p>
          </li>
        ))}
      </ul>
    </Card>
  )
}
