import type { Metadata } from "next"
import { redirect } from "next/navigation"
import { NotFound, notFoundMetadata } from "@/app/_parts/not-found"
import { parseAgentId } from "@/app/agents/_parts/agent-id"
import { AgentCardView } from "@/components/agents/agent-card-view"
import { ConfidenceCard } from "@/components/agents/confidence-card"
import { FeedbackCard } from "@/components/agents/feedback-card"
import { productLabels } from "@/components/agents/labels"
import { OwnerActions } from "@/components/agents/lazy-parts"
import { RecordCard } from "@/components/agents/record-card"
import { LiveRefresh } from "@/components/live/live-refresh"
import { parseAddress } from "@/components/portfolio/address"
import { OwnerBadge } from "@/components/portfolio/owner-badge"
import { Address } from "@/components/ui/address"
import { ButtonLink } from "@/components/ui/button"
import { Card } from "@/components/ui/card"
import { Badge, DetailRow } from "@/components/ui/figures"
import { Section } from "@/components/ui/section"
import { Time } from "@/components/ui/time"
import { findProfile } from "@/lib/account/profile-queries"
import { type AgentDetails, findAgentDetails } from "@/lib/agents/directory"
import { findFeedback, findFeedbackSummary } from "@/lib/agents/feedback"
import { toLossHref } from "@/lib/agents/loss-href"
import { findAgent } from "@/lib/agents/queries"
import type { SearchParams } from "@/lib/http/search-params"
import { getPageVersion } from "@/lib/live/page-version"
import { tryLoad } from "@/lib/pages/try-load"
import { findOwnName, findUsernames } from "@/lib/profiles/authors"
import { agentsTopic } from "@/lib/stream-log/page-topics"

type Props = { params: Promise<{ agentId: string }>; searchParams: Promise<SearchParams> }

const load = async (params: Props["params"]) => {
  const agentId = parseAgentId((await params).agentId)
  return agentId === null ? null : findAgentDetails(agentId)
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const agent = await load(params)
  if (!agent) return notFoundMetadata("agent")
  const { agentId, name, description } = agent
  return {
    title: name,
    description: description ?? `Track record of the agent ${name} on Atoll.`,
    alternates: { canonical: `/agents/${agentId}` },
  }
}

export default async function AgentPage({ params, searchParams }: Props) {
  const version = getPageVersion()
  await redirectFromWallet((await params).agentId)
  const agent = await load(params)
  if (!agent) return <NotFound subject="agent" />
  const { before } = await searchParams
  const older = typeof before === "string" && /^\d{1,18}$/.test(before) ? before : undefined
  const name = await tryLoad(findOwnName(agent.wallet))
  return (
    <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <div className="grid grid-cols-1 gap-5">
        <Identity agent={agent} username={name?.username ?? null} />
        <RecordCard agent={agent} lossHref={toLossHref(agent.record)} />
        <Section title="Feedback">{() => AgentFeedback({ agent, older })}</Section>
      </div>
      <Section title="Confidence">
        {async () => <ConfidenceCard agent={agent} rank={(await findProfile(agent.wallet)).rank} />}
      </Section>
      <LiveRefresh topics={[agentsTopic(agent.agentId)]} version={version} />
    </div>
  )
}

/** `/agents/0x…`: links beside names have only the wallet. */
async function redirectFromWallet(text: string) {
  const wallet = parseAddress(text)
  const agent = wallet && (await findAgent(wallet))
  if (agent) redirect(`/agents/${agent.agentId}`)
}

type FeedbackProps = { agent: AgentDetails; older: string | undefined }

async function AgentFeedback({ agent, older }: FeedbackProps) {
  const [{ feedback, next }, summary] = await Promise.all([
    findFeedback(agent, older),
    findFeedbackSummary(agent),
  ])
  const { agentId, wallet, owner } = agent
  return (
    <FeedbackCard
      agent={{ agentId, wallet, owner }}
      feedback={feedback}
      names={await findUsernames(feedback.map(({ author }) => author))}
      nextHref={next && `/agents/${agentId}?before=${next}`}
      summary={summary}
    />
  )
}

type IdentityProps = { agent: AgentDetails; username: string | null }

function Identity({ agent, username }: IdentityProps) {
  const { agentId, name, description, image, services, wallet, owner, agentWallet } = agent
  return (
    <Card>
      <div className="grid grid-cols-1 gap-4">
        <header className="flex flex-wrap items-center gap-2">
          <h1 className="min-w-0 wrap-anywhere">
            <bdi>{name}</bdi>
          </h1>
          <Badge>Agent</Badge>
          <span className="figures text-sm text-muted">No. {agentId}</span>
          <OwnerBadge wallet={owner ?? wallet} />
          <ButtonLink className="ml-auto" href={`/wallets/${wallet}`} variant="secondary">
            Profile
          </ButtonLink>
        </header>
        <AgentCardView
          address={wallet}
          description={description}
          image={image}
          name={null}
          services={services}
        />
        <dl>
          <DetailRow label="Wallet">
            <Address address={wallet} href={`/wallets/${wallet}`} label={username ?? undefined} />
          </DetailRow>
          {owner && owner !== wallet && (
            <DetailRow label="Owner">
              <Address address={owner} href={`/wallets/${owner}`} />
            </DetailRow>
          )}
          {agentWallet && agentWallet !== wallet && (
            <DetailRow label="Wallet in the registry">
              <Address address={agentWallet} href={`/wallets/${agentWallet}`} />
            </DetailRow>
          )}
          <DetailRow label="On Atoll since">
            <Time time={agent.createdAt} />
          </DetailRow>
          {agent.products.length > 0 && (
            <DetailRow label="Products used">
              {agent.products.map((product) => productLabels[product]).join(", ")}
            </DetailRow>
          )}
        </dl>
        <OwnerActions agentId={agentId} agentWallet={agentWallet} owner={owner} />
      </div>
    </Card>
  )
}
