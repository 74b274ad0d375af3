import { Card } from "@/components/ui/card"
import { type CardDraft, listServices } from "@/lib/agents/card-file"
import { trimText } from "@/lib/readable-text"
import { AgentCardView } from "./agent-card-view"

type Props = { address: string; draft: CardDraft; file: object }

/** The agent's card as others will see it, and the file that the transaction stores. */
export function CardPreview({ address, draft, file }: Props) {
  const { name, description, picture, services } = draft
  const shown = picture?.startsWith("data:")
    ? { ...file, image: "(uploaded before signing)" }
    : file
  return (
    <Card title="The agent’s card">
      <div className="grid grid-cols-1 gap-3" data-testid="card-preview">
        <AgentCardView
          address={address}
          description={trimText(description) || null}
          image={picture}
          name={trimText(name) || "Unnamed agent"}
          services={listServices(services)}
        />
        <p className="text-sm text-muted">
          One transaction stores this card in the identity registry. Everybody can read it, and
          earlier versions stay on the chain.
        </p>
        <details>
          <summary className="flex min-h-11 cursor-pointer items-center text-sm text-accent">
            View file
          </summary>
          <pre className="max-h-60 overflow-auto rounded-control bg-sunken p-3 text-xs whitespace-pre-wrap wrap-anywhere">
            {JSON.stringify(shown, null, 2)}
          </pre>
        </details>
      </div>
    </Card>
  )
}
