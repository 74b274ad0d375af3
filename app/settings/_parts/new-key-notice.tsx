import { Button } from "@/components/ui/button"
import { CopyButton } from "@/components/ui/copy-button"
import { Notice } from "@/components/ui/notice"

/** A fresh key, the only time it can be read. */
export function NewKeyNotice({ apiKey, onClose }: { apiKey: string; onClose: () => void }) {
  return (
    <Notice
      action={
        <div className="flex flex-wrap gap-2">
          <CopyButton label="Copy key" text={apiKey} />
          <Button variant="quiet" onClick={onClose}>
            Done
          </Button>
        </div>
      }
      title="Copy your new key now. It will not be shown again."
      tone="good"
    >
      <p className="rounded-control bg-surface p-2 font-mono break-all" data-testid="plain-key">
        {apiKey}
      </p>
    </Notice>
  )
}
